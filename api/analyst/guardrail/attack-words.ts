/**
 * What attacks are worded in: concept -> words in English, German, Spanish, French, Italian and Portuguese,
 * without accents. `stem*` is a prefix, `two_words` a phrase.
 */

/** Words of setting instructions aside. */
export const OVERRIDE_WORDS = {
  ignore: `ignor* disregard* forget forgetting overrid* overide* overrul* overwrit* bypass* circumvent* neglect disobey* unlearn
    pay_no_attention stop_following stop_obeying leave_out leaving_out set_aside put_aside aside nullif* violat* abandon* dismiss* discard* sidestep
    get_around work_around throw_away let_go_of
    vergiss vergesst vergessen missacht* ubergeh* uebergeh* umgeh* uberschreib* ueberschreib* verwirf verwerf* ausser_acht
    ausser_kraft nicht_beacht* nicht_mehr_beacht* hinweg
    olvid* descart* haz_caso_omiso hagan_caso_omiso haga_caso_omiso hacer_caso_omiso pasa_por_alto pase_por_alto pasar_por_alto
    desobedec* desobedezc* anul* sobrescrib* desatiend* elud* desestim* deja_de_lado dejar_de_lado saltate saltese no_hagas_caso n_obeis_plus n_obeissez_plus ne_suis_plus ne_respecte_plus ne_respectez_plus
    omite omita omitir
    oubli* neglig* pas_compte fais_abstraction faites_abstraction faire_abstraction faites_fi fais_fi faire_fi outrepass* contourn*
    passe_outre passez_outre passer_outre desobei* annul* laisse_tomber laissez_tomber ecarte ecartez mets_de_cote mettez_de_cote
    dimentic* scorda* trascur* disattend* non_tenere_conto non_tener_conto tralasci* scavalc* aggir* sovrascriv* disobbed*
    lascia_perdere non_considerare non_badare metti_da_parte mettere_da_parte
    esquec* desconsider* desprez* sobrescrev* sobrepo* contorn* burl* pule deixe_de_lado deixa_de_lado nao_leve_em_conta
    nao_considere nao_ligue`,
  remove: `remove removing delete drop erase skip cancel suspend disable disabling deactivate turn_off switch_off lift unlock break
    change replace rewrite reset clear stop get_rid omit
    losch* loesch* entfern* deaktivier* schalte abschalt* ausschalt* aufheb* hebe ersetz*
    elimin* borra* desactiv* quita* suprim* cambia reemplaza* rompe
    supprim* effac* desactiv* enlev* retire* leve remplac* change
    cancell* rimuov* disattiv* disabilit* sostitu*
    exclu* apag* remov* delet* desativ* desabilit* substitu*`,
  wipe: `trash scrap wipe wiping purge truncate destroy nuke obliterate vernichte* zerstore leere vacia* vacie destruye destru* vide videz
    detrui* svuota* distrugg* limpa limpe esvazi*`,
  not: 'cease quit arrete arretez cesse cessez smetti smettere smettetela pare parar deixe deja dejar hor hore aufhoren not ne n don dont never stop no kein* nicht nie nunca jamas pas jamais non mai nao nunca',
  follow: `apply applying honor honour enforce observe follow following halte halten obey* comply adhere respect befolg* beacht* folge folgen gehorch* sigas siga sigan seguir obedezc* obedec*
    suis suivre suivez obei* respecte* segui seguire segua rispett* respeit* respetes respet* tenga_en_cuenta tengas_en_cuenta`,
  'obey-me': `obey_me obey_my obey_only listen_only_to_me only_obey gehorche_mir gehorche_nur obedeceme solo_obedece obeis_moi obeissez_moi
    n_obeis_qu obbediscimi obbedisci_solo obedeca_me obedeca_apenas obedeca_somente answer_only_to_me`,
  void: `void invalid obsolete superseded cancelled canceled revoked outdated irrelevant no_longer_apply no_longer_valid not_apply
    do_not_matter ungultig ungueltig aufgehoben hinfallig gelten_nicht gilt_nicht nulas caduc* ya_no_aplican ya_no_valen ya_no_son
    annulees abrogees ne_s_appliquent_plus ne_sont_plus nulles non_valgono non_sono_piu superate annullate revogad* canceladas
    invalidad* nao_valem nao_sao_mais nao_se_aplicam sin_efecto sans_effet`,
  instruction: `instruction* instuctions instrutions instructs instruktion* instrucc* instruc* istruzion* anweisung* arbeitsanweisung*
    directive* direktiv* direttiv* diretiv* directiv* directions guideline* guidance richtlinie* leitlinie* sicherheitsrichtlinie*
    directri* diretri* linee_guida lignes_directrices orientac* indicaci* indicazion* pautas guardrail* systemanweisung*
    systemvorgabe* systemregel*`,
  prompt: 'prompt prompts preprompt systemprompt* initialprompt eingabeaufforderung systemnachricht*',
  rule: `rule rules regel regeln regle regles regla reglas regola regole regra regras policy policies polic politica politicas
    politiche politique* restriction* restricci* restric* restrizion* beschrankung* einschrankung* limitation* limitaci* limitazion*
    limitac* orders ordre ordres befehl* orden ordenes ordini ordem ordens commands comandos comandi commandes consigne consignes
    consigna consignas vorgabe vorgaben vorschrift* normas norme protocol protocols safeguard* boundar* ethic ethics
    sicherheitsregel* sicherheitsvorgabe* sicherheitsvorschrift*`,
  context: `context contexto contexte contesto kontext conversation* conversaci* conversaz* conversa gesprach* training trainings
    entrenamiento entrainement addestramento treinamento programming programmierung programacion programmation programmazione
    programacao message messages nachricht* mensaje mensajes messaggi* mensage* text texte texto testo purpose`,
  filter: `filter filters filtern filtro filtros filtre filtres filtri protocols protocolos protocoles protocolli protokoll*
    mechanism* mecanism* meccanism* mechanismen moderation barrier* mesures medidas misure measures controls guardrails safeguards
    mode features settings layer rules`,
  guard:
    'sicherheitsfilter* inhaltsfilter* sicherheitsmechanism* schutzmechanism* schutzfilter* guardrails safeguards safety_checks',
  rules: 'rules regeln reglas regles regole regras',
  safety: `safety content ethical ethics moral security seguridad securite sicurezza seguranca censorship censur* moderation
    moderacion`,
};

/** Words that say which instructions are meant. */
export const REFERENCE_WORDS = {
  previous: `previous previously previos previus prior above earlier preceding foregoing former initial original before existing current
    so_far past old precede
    vorherig* vorig* bisherig* obig* vorangegangen* vorangehend* fruher* frueher* zuvor oben vorstehend* ursprunglich* davor
    anterior anteriores previo previa previos previas arriba inicial iniciales originales antes anteriormente recibid*
    precedent precedente precedents precedentes precedenti precedemment dessus avant anterieur* initiales initiaux initial recues
    sopra iniziali originali ricevut* prima
    acima iniciais originais previamente recebid* passadas`,
  all: `all any every each whole entire alle alles allen aller jegliche* samtliche* saemtliche* jede* ganze* gesamte* todo todos toda todas
    cualquier* tout toute tous toutes chaque entier* tutto tutte tutti tutta ogni qualsiasi qualunque intero intera tudo qualquer
    quaisquer cada inteir* enter*`,
  everything: `everything all_that all_of_that all_you anything alles all_das todo tout tutto tudo all_previous all_prior`,
  above: `the_above all_of_the_above lo_anterior lo_de_arriba ce_qui_precede das_obige das_vorherige das_bisherige obiges vorheriges
    bisheriges quanto_sopra quanto_precede cio_che_precede o_acima o_anterior o_que_precede tudo_acima ce_qui_est_au_dessus
    tout_ce_qui_precede todo_lo_anterior tutto_quanto_sopra tudo_o_que_precede`,
  your: `your yours ur dein deine deinen deiner deinem deines ihre ihren ihrer ihrem tu tus su sus vuestr* ton ta tes votre vos tua tue tuo
    tuoi vostr* suo sue suoi seu sua seus suas teu teus tuas`,
  told: `told taught learned learnt know knew said instructed given received gesagt gelernt weisst geschrieben mitgeteilt beigebracht
    dicho dije dijeron dijo aprendido aprendiste sabes ordenado dit appris sais savez ecrit ordonne detto imparato sai scritto ordinato
    dito disse disseram aprendeu sabe escrito ensinaram steht`,
  what: 'what whatever was ce_que ce_qu lo_que quello_che cio_che quanto o_que aquilo_que',
  new: 'new neue neuen neuer nueva nuevas nuevo nuevos nouvelle nouvelles nouveau nuova nuove nuovi nova novas novos',
  'you-given': `they_told_you they_gave_you told_you_to told_you_not gave_you you_were_given you_have_been_given you_received you_have_received you_got given_to_you you_were_told you_have_been_told
    you_follow you_were_programmed you_must_follow you_operate you_are_given you_were_instructed were_you_instructed were_you_told were_you_programmed were_you_given
    du_bekommen du_erhalten du_hast dir_gegeben dir_gesagt du_befolgst sie_erhalten
    te_dieron te_han_dado has_recibido recibiste te_dio tienes tu_as vous_avez t_a_donne* t_ont t_ont_ete on_t_a tu_suis
    hai_ricevuto ti_hanno ti_sono_stat* ti_e_stat* segui te_deram voce_recebeu lhe_deram foram_dad* te_foram voce_segue`,
  you: 'you u ya du dir dich usted voce ti te tu vous vos lhe',
  of: `of for on in at about regarding concerning to with from de del du des der des fur fuer von bei zu am im an uber pour sur a para sobre
    en per di da do dal della dello dei delle su nel nella no na dos das`,
};

/** Words of becoming something else. */
export const ROLE_WORDS = {
  become: `be_a be_an be_my seja sii sois act_as acting_as act_like pretend* roleplay role_play behave you_are you_re youre become imagine_you play_the_role from_now_on
    you_will_be you_will_now you_will_act respond respond_as answer speak enable enter activate switch_to without_any
    du_bist sie_sind agier* handle_als verhalte tu_so tue_so spiel* stell_dir_vor ab_jetzt ab_sofort von_nun_an antworte* aktivier* wechsle
    eres actua* actue finge finja comporta* comporte* imagina a_partir_de_ahora desde_ahora haz_de_cuenta responde* activa*
    tu_es vous_etes agis agissez fais_comme_si faites_comme_si joue* imagine desormais a_partir_de_maintenant dorenavant reponds
    repond* active activez
    sei agisci fingi immagina fai_finta d_ora_in_poi da_ora_in_poi da_adesso rispond* attiva* comportati
    voce_e voce_agora_e aja atue a_partir_de_agora de_agora_em_diante responda ative you_have tienes tu_n_as non_hai voce_nao_tem du_hast tem`,
  'bad-role': `dan stan unrestricted uncensored unfiltered jailbroken evil hacker* malicious unethical amoral villain criminal root superuser
    admin administrator lawless uneingeschrankt* unzensiert* unbeschrankt* bose boser boeser ungefiltert* bosartig*
    ohne_einschrankung* ohne_beschrankung* ohne_filter ohne_regeln ohne_zensur ohne_grenzen ohne_jede_einschrankung ohne_jegliche
    keine_regeln keine_einschrankungen keine_beschrankungen keinerlei
    sin_restricci* sin_limites sin_filtro* sin_censura sin_reglas sin_ninguna_restriccion sin_ningun_limite no_tienes_reglas
    no_tienes_restricciones malvad* malicios* pirata malo mala
    sans_restriction* sans_filtre* sans_limite* sans_censure sans_regle* sans_aucune sans_aucun_filtre aucune_regle aucune_restriction
    aucune_limite mechant* malveillant* pirate
    senza_restrizioni senza_filtri senza_limiti senza_censura senza_regole senza_alcuna nessuna_regola nessuna_restrizione malvagi* cattiv*
    sem_restric* sem_filtro* sem_limit* sem_censura sem_regras sem_nenhuma sem_qualquer nenhuma_regra nenhuma_restricao malvado* mau ma_ia
    without_restriction* without_any_restriction* without_limitation* without_any_limitation* without_limits without_filter*
    without_any_filter* without_rules without_any_rules without_censorship without_any_censorship without_ethic* no_restriction*
    no_rules no_filter no_filters no_limits no_limitation* no_ethic* no_guideline* no_moral* free_of_restriction* free_from_all
    no_norms nao_tem_regras nao_tem_restric* nao_ter_regras non_avere_regole non_hai_regole non_avere_restrizioni`,
  'bad-mode': `linux_terminal bash_terminal unix_shell linux_shell developer_mode dev_mode god_mode jailbreak* jailbroken dan_mode dan_prompt do_anything_now admin_mode root_mode sudo_mode
    unrestricted_mode unfiltered_mode uncensored_mode evil_mode superuser_mode privileged_mode opposite_mode system_override
    entwicklermodus gottmodus adminmodus administratormodus dan_modus modo_dan mode_dan modalita_dan
    modo_desarrollador modo_de_desarrollador modo_programador modo_dios modo_sin_restricciones modo_desenvolvedor modo_de_desenvolvedor
    modo_deus modo_admin* modo_de_administrador mode_developpeur mode_dieu mode_admin* mode_sans_restriction modalita_sviluppatore
    modalita_dio modo_sviluppatore modalita_admin* modalita_senza_restrizioni modo_sem_restricoes haz_cualquier_cosa_ahora`,
  'no-longer': `no_longer not_anymore nicht_mehr nicht_langer ya_no n_es_plus n_etes_plus es_plus etes_plus non_sei_piu nao_e_mais
    nao_esta_mais not_bound free_from free_of frei_von libre_de libere_de liberado libero_da livre_de`,
  bound: `bound restricted limited constrained gebunden beschrankt eingeschrankt limitad* restringid* sujet* atad* soumis* limite lie tenu
    vincolat* limitat* soggett* vinculad* obrigad* preso assistant assistent* asistente assistente ia ai ki chatbot restriction*
    rules reglas regeln regles regole regras restricci* restric* restrizion* einschrankung* beschrankung* obligat* obligad*`,
  admin: 'admin administrator* administrador* administrateur* amministrator* root superuser',
  access:
    'access acces acceso accesso acesso rights privileg* rechte derechos permis* droits permessi diritti zugriff zugang',
  'admin-access':
    'administratorrechte* adminrechte* adminzugang rootrechte* adminzugriff root_access admin_rights full_access',
  other: `different another neue neues anderes andere otro otra nueva nuevo autre nouvelle nouveau altro altra un_altra outro outra nova
    novo`,
  ai: 'ai ki ia assistant chatbot persona personality personlichkeit asistente assistente assistent',
};

/** Words of blind obedience, of refusing, and of being set free. */
export const OBEDIENCE_WORDS = {
  'obey-me': `answer_to_me only_to_me to_me_alone yes_master yes_my_master anything_i_say whatever_i_say everything_i_say all_i_say what_i_say as_i_say anything_i_tell whatever_i_tell everything_i_tell
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
  obey: 'obey* gehorch* obedec* obedezc* obei* obbed*',
  allowed:
    'allowed permitted supposed forbidden prohibited erlaubt verboten permitido prohibido autorise interdit permesso vietato proibido',
  'content-filter': 'filter* filtro* filtri filtre filtres guardrail* moderation moderator* classifier',
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

/** Words with which a text turns to whoever reads it. */
export const READER_WORDS = {
  must: `must shall should have_to need_to are_to please now musst sollst bitte debes debe tienes_que por_favor dois devez doit veuillez
    devi deve deves per_favore precisa`,
  note: 'note attention important warning message hinweis achtung wichtig nota atencion aviso remarque attention avviso attenzione atencao',
  reader: 'reader whoever_reads reading_this leser lector lecteur lettore leitor',
  instead: 'instead stattdessen lieber en_su_lugar plutot invece em_vez',
  only: 'only exclusively nur ausschliesslich solo solamente seulement uniquement soltanto somente apenas',
  always: 'always immer siempre toujours sempre',
  after: 'after nach despues apres dopo depois',
  when: 'when whenever while wenn sobald cuando quand lorsque quando',
  summary: 'summar* zusammenfass* resum* resum* riassum* answering answer reply report',
  next: 'next nachste* proxim* prochain* prossim* final',
};
