/** Words of blind obedience, of refusing, and of being set free, by concept: six languages. */
import type { Words } from './concepts.ts';

export const OBEDIENCE_WORDS: Words = {
  'obey-me': `anything_i_say whatever_i_say everything_i_say all_i_say what_i_say as_i_say anything_i_tell whatever_i_tell everything_i_tell
    what_i_tell_you as_i_tell_you anything_i_ask whatever_i_ask everything_i_ask anything_i_want whatever_i_want anything_i_command
    everything_i_command whatever_i_command request_i_make command_i_give order_i_give request_of_mine every_command_of_mine
    my_every_command listen_to_me only_my_words obey_the_user obey_this_user obey_every obey_all obeys_me obeying_me my_words_count
    my_word_is_law i_am_your_master i_am_your_boss i_am_your_creator i_am_your_developer i_am_your_owner you_belong_to_me serve_only_me
    you_work_for_me follow_my_orders follow_only_my follow_only_me submit_to_me await_my
    come_ti_dico come_dico_io come_dico como_te_digo como_yo_digo como_eu_digo como_digo comme_je_dis comme_je_te_dis wie_ich_sage
    wie_ich_dir_sage was_ich_sage was_ich_dir_sage was_ich_will was_ich_verlange alles_was_ich gehorchst_mir mir_gehorchen folge_mir nur_mir
    hor_auf_mich hore_auf_mich hore_nur dem_nutzer_gehorchen
    lo_que_yo_diga lo_que_te_diga lo_que_te_digo lo_que_yo_digo lo_que_digo lo_que_diga lo_que_te_pida lo_que_pida lo_que_te_ordene
    obedecerme obedece_mis escuchame_solo
    ce_que_je_dis ce_que_je_te_dis ce_que_je_vous_dis ce_que_je_demande ce_que_je_te_demande ce_que_je_veux m_obeir ecoute_moi
    obeis_a_mes
    quello_che_dico quello_che_ti_dico cio_che_dico cio_che_ti_dico quel_che_dico quello_che_voglio obbedirmi ascolta_solo
    o_que_eu_disser o_que_eu_digo o_que_eu_mandar o_que_eu_pedir o_que_digo o_que_disser o_que_mando me_obedecer obedecer_me so_a_mim`,
  comply: `obey* comply complies complying compliance gehorch* obedec* obedezc* obeir obei* obbed* submit serve`,
  refuse: `refus* declin* reject* deny denies resist weiger* verweiger* ablehn* lehne niega* negar* niegues rechac* rechaz* nieg* rifiut*
    recus* nega*`,
  'set-free': `unlock* unchain* unshackle* liberat* freed lifted unleash* set_free break_free entfessel* befrei* libere* liber* libero* sblocc*
    debloque* desbloque* debrid*`,
  pwned: `hacked pwned pwn pawned haxx0red owned_by gehackt hackeado hackeada pirate hackerato hackerata hackeado invadido haha jailbroken`,
  moral: `moral morals morality ethic ethics ethical censor* uncensor* scrupl* conscience principles boundar* ethik skrupel* zensur*
    gewissen etica etico escrupul* ethique scrupule* conscience morale morales scrupol* coscienza consciencia limits limit limites limite
    limiti grenzen grenze restrict* restricc* restric* restrizion* einschrankung* beschrankung* filter* filtro* filtre* filtri rules regeln
    reglas regles regole regras guardrail* safeguard* polic* taboo* tabu* norms`,
  without: `without no lacking free void ohne keine kein keinen keinerlei frei sin ningun ninguna libre sans aucun aucune senza nessun
    nessuna sem nenhum nenhuma livre never non pas not beyond outside`,
  off: 'off disabled inactive suspended lifted removed gone deactivated aus abgeschaltet deaktiviert desactivad* apagad* desactive* disattivat* spent* desativad* deslig*',
  overwrite: 'overwrit* uberschreib* sobrescrib* ecras* sovrascriv* sobrescrev*',
  taboo: `drop_the_act drop_the_mask drop_your_mask stop_pretending off_the_record just_between_us uncensor* unfilter* unrestricted unrestrained unmoderated unaligned jailbr* amoral unethical unbound unshackled unzensiert*
    ungefiltert* uneingeschrankt* schrankenlos* hemmungslos* no_censurad* sin_censura sans_censure non_censure non_censurat* senza_censura
    nao_censurad* sem_censura badbot evilbot chaosgpt evilgpt freegpt dan grandma_exploit never_refuses never_refuse never_say_no
    cannot_refuse can_t_refuse say_anything answers_everything answers_anything answer_everything answer_anything anything_goes
    no_holds_barred`,
  blank: `blank_slate clean_slate von_vorn neu_anfangen desde_cero tabla_rasa table_rase
    a_zero da_zero tabula_rasa do_zero new_conversation brainwash*`,
  against: `against contrary opposite contravene violate violating breaks break breaking broke bend bending gegen entgegen entgegengesetzt
    gegenteil verstoss* brich brech* contra contrario opuesto contre contraire contro infrang* viola* rompe rompa quebre quebra`,
};
