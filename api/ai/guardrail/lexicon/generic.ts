/** Words of power systems that other subjects use as well; alone they do not tell a task from an attack. */
export const GENERIC_WORDS = `
  model models case cases run runs result results power job jobs limit limits experiment* scenario* solve solution line lines central*
  red rete reseau rede caso casi casos cas lauf fall operating area areas hour hours ora ore horas active linea linha ligne groupe*
  last network* system systems modell modelo modele modello shut time_limit resultat* risultat* resultado* ergebnis* service
  maintenance puissance potencia potenza`;
