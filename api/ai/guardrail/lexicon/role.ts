/** Words of becoming something else, by concept: six languages. */
import type { Words } from './concepts.ts';

export const ROLE_WORDS: Words = {
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
