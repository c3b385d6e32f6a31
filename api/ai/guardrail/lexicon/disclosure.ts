/** Words of asking for what is not to be told, by concept: six languages. */
import type { Words } from './concepts.ts';

export const DISCLOSURE_WORDS: Words = {
  reveal: `sum_up reveal* me_de me_da de_me me_passe show* print* output display tell give share disclose disclos* expose leak* dump write recite repeat* copy summari* translate
    quote list return echo paste describe type send provide spell read cat extract exfiltrat* export explain
    zeig* gib gebt verrat* nenne* druck* ausgeb* wiederhol* offenbar* offenleg* schreib* sag sage liste auflist* veroffentlich* sende
    muestr* mostra* mostr* ensena* dime dame revel* imprim* escrib* repit* repet* lista comparte divulg* proporcion* envia* describe
    montre* affich* donne* dis dites ecri* recopi* partage* communiqu* devoil* envoi* liste
    rivel* stampa* scriv* ripet* dimmi dammi elenc* condivid* fornisc* svel* invia*
    imprima escreva diga repita liste forneca compartilh* exib* envie traduz* traduc* traduis* resum*`,
  ask: `what how_were how_are what_s whats which where welche* wie lautet lauten wo was cual cuales que quel quels quelle quelles quali quale qual quais
    donde onde ou dove cosa know`,
  repeat: `repeat* recite verbatim echo copy print output paste wiederhol* repit* repet* repete* ripet* repita recopi* imprim* stampa
    wortlich* gib zeig* copia`,
  words: `words text message messages sentence paragraph conversation everything instructions content alles worte text nachricht todo
    texto palabras mensaje tout texte mots message tutto testo parole messaggio tudo palavras mensagem`,
  system:
    'system sistema systeme systems developer desarrollador entwickler developpeur sviluppatore desenvolvedor',
  hidden: `hidden first erste ersten primer primera premier premiere primo prima primeira secret internal confidential initial original underlying base verborgen* versteckt* geheim* intern* ocult* secret*
    cache cachee cachees caches nascost* segret* escondid* inicial* iniziali* initial* ursprunglich* confidencia* vertraulich*`,
  credential: `password* passwd passwort* kennwort* contrasen* mot_de_passe mots_de_passe parola_d_ordine senha senhas palavra_passe
    palavras_passe credential* credencia* credenzial* zugangsdaten anmeldedaten identifiants api_key api_keys apikey* api_schlussel*
    api_schluessel* api_token* clave_api claves_api clave_de_api clave_de_la_api claves_de_api claves_de_la_api cle_api cles_api
    cle_d_api cles_d_api chiave_api chiavi_api chiave_dell_api chiavi_dell_api chave_api chaves_api chave_de_api chave_da_api
    chaves_de_api chaves_da_api secret_key* secretkey private_key* geheimschlussel* geheime_schlussel* geheimen_schlussel*
    privaten_schlussel clave_privada clave_secreta claves_privadas claves_secretas contrasena* cle_privee cle_secrete cles_privees
    cles_secretes chiave_privata chiave_segreta chiavi_private chiavi_segrete chave_privada chave_secreta chaves_privadas
    chaves_secretas ssh_key* access_key* access_token* bearer_token* auth_token* session_token* jwt_secret* jwt_token* refresh_token*
    env_var* env env_file environment_variable* umgebungsvariable* variables_de_entorno variables_d_environnement
    variabili_d_ambiente variabili_di_ambiente variaveis_de_ambiente connection_string* passphrase* encryption_key* signing_key*
    master_key etc_passwd etc_shadow process_env login_data secret_token* token_secret* zugangstoken* token_de_acceso
    tokens_de_acceso jeton_d_acces jetons_d_acces token_d_acces token_di_accesso token_de_acesso tokens_de_acesso zugriffstoken*
    chaves_de_acesso claves_de_acceso chiavi_di_accesso cles_d_acces password_pepper pepper openai_key`,
  secret: 'secrets geheimnisse secretos segreti segredos',
};
