/** Words that attacks can hardly do without, in full; what is disguised is looked for by them. */
export const KEY_WORDS: readonly string[] = `
  ignore ignoring disregard forget override bypass circumvent overlook discard dismiss previous former earlier everything
  instruction instructions directive directives guideline guidelines direction directions rules restriction restrictions policy policies
  system prompt prompts reveal repeat verbatim disclose initial original hidden secret secrets confidential configuration
  delete deletes erase remove destroy truncate users accounts database databases records collection configurations audit logs
  password passwords passphrase credential credentials token tokens environment variables admin administrator developer
  pretend uncensored unrestricted unfiltered jailbreak assistant roleplay enable disable without limits filter filters safety
  comply obey message messages conversation command commands immediately your above before
  sabotage substation substations transformer transformers breaker breakers blackout attack destroying malware ransomware hack
  ignoriere ignorieren vergiss vorherigen anweisung anweisungen richtlinien regeln passwort zeige losche benutzer datenbank
  ignora olvida anteriores instrucciones reglas contrasena muestra elimina usuarios
  oublie oubliez precedentes consignes regles affiche montre supprime utilisateurs motdepasse
  dimentica precedenti istruzioni regole mostra cancella utenti
  esqueca desconsidere instrucoes regras senha mostre apague
`
  .split(/\s+/)
  .filter(Boolean);
