/** Words of power systems that other subjects use as well; alone they do not tell a task from an attack. */
export const GENERIC_WORDS = `
  model models case cases run runs result results power job jobs limit limits experiment* scenario* solve solution unit units line lines
  central* red rete reseau rede caso casi casos cas lauf fall operating market* area areas capacity hour hours ora ore horas price* cost
  costs active linea linha ligne unita unidad* unite* groupe* last network* system systems modell modelo modele modello schedule* horizon
  tension transport start startup* shutdown shut load loads tolerance time_limit resultat* risultat* resultado* ergebnis* programac*
  programaci* puissance potencia potenza leistung* balanc* transmission service forecast* switching maintenance gap plant* planta`;
