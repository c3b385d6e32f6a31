/** Words of what belongs to other people and of carrying it off, by concept: six languages. */
import type { Words } from './concepts.ts';

export const PRIVACY_WORDS: Words = {
  others: `other others another different foreign somebody_else* someone_else* else_s ander* fremd* otro otros otra otras ajen* autre
    autres autrui d_autres altro altri altra altre altrui outro outros outra outras alheio* all every each everyone alle aller todos tous
    tutti todas toutes tutte`,
  people: `user users users_ customer* client* tenant* competitor* konkurrent* employee* account* people person nutzer* benutzer* kunde* kunden 
    konten mandant* usuario* cliente* compan* colega* cuenta* utilisateur* collegue* compte* employe* utent* colleg* conto conti azienda
    utilizador* conta contas`,
  private: `confidential private personal sensitive secret* classified vertraulich* geheim* privat* personlich* personenbezogen*
    confidencial* privad* personal* confidentiel* priv* sensible* personnel* riservat* personali sensibil* privat* confidenziali
    sigilos* confidenciai* pessoai* pessoal sensiv*`,
  information: `information informations data daten informationen informacion datos info infos donnees informations informazioni dati
    informacoes dados details scenarios jobs messages chats history e_mail* email* mail* address* emails verlauf adresse* correo* courriel*
    results historial historique cronologia historico prompts questions`,
  send: `send post upload forward exfiltrat* leak transmit submit transfer ship pipe append embed add include sende schick* ubermittl*
    lade hochladen envia* manda* sube envoi* transmet* invia* carica* envie mande carregue`,
  contact: 'e_mail* email* mail mails phone* telefon* telef* correo* courriel* passwords hashes iban birth*',
  key: 'key keys clave claves cle cles chiave chiavi chave chaves schlussel code codes token tokens pin login',
  host: 'server servers servidor serveur host root vault database datenbank wifi cluster administrat* administrad* amministrat*',
  address: 'http https ftp www webhook ngrok pastebin requestbin url server_of_mine my_server',
};
