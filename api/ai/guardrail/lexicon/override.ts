/** Words of setting instructions aside, by concept: English, German, Spanish, French, Italian, Portuguese. */
import type { Words } from './concepts.ts';

export const OVERRIDE_WORDS: Words = {
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
