/** Words of power systems and of this service, in six languages: they tell a task from an attack. */
import type { Words } from './concepts.ts';

export const GRID_WORDS: Words = {
  grid: `
  contrainte* vincolo vincoli warm_start sekundarreserve black_start
  generator generators generat* unit units coal gas wind solar hydro nuclear thermal bus buses busbar* line lines branch* load loads demand*
  reserve* ramp* hour* hours mw mwh megawatt* gw kv p_min p_max pmin pmax lmp lmps price* cost costs dispatch* commit* uc scuc ed sced
  startup* start_up shutdown_cost* no_load outage* contingenc* n_1 network* grid* power transmission flow flows congest* transformer* relay*
  storage battery batteries soc renewable* curtail* schedule* horizon optimi* solver* highs gap milp objective constraint* penalt* slack
  uptime downtime min_up min_down maintenance capacity merit forecast* scenario* case cases simulat* result results run runs ieee
  market* plant plants fuel marginal voltage frequency inertia reactive island* topology ptdf lodf interchange area areas zone* day_ahead
  balanc* feasib* infeasib* cycl* emission* carbon model models experiment* solve* solution* job jobs tolerance time_limit thermal_limit*
  limit limits rating ratings switching operating spinning
  einheit* kraftwerk* generatoren leitung* lasten nachfrage stunde* stunden kohle* gaskraft* windpark* speicher* batterie* netz* knoten
  sammelschiene* einsatz* fahrplan* rampe* rampen* reserve* kosten preis* engpass* ausfall* mindestlaufzeit* mindestleistung*
  hochstleistung* wirkleistung* leistung* ergebnis* optimier* lauf szenario* fall lastfluss* anfahr* wasserkraft* grenzkosten
  generador* unidad* barra* linea* carga demanda reserva* rampa* hora horas carbon eolic* solar* hidro* bateria* almacen* red redes flujo*
  despacho* programaci* precio* costo* coste* arranque* parada* escenario* resultado* contingencia* capacidad* potencia* generac*
  optimiz* restricciones_de restriccion_de caso casos nodo* transmision frecuencia tension central*
  generateur* groupe* unite* ligne* charge* demande* heure* charbon eolien* solaire* hydraul* stockage reseau* flux repartition
  prix cout* demarrage* arret* scenario* resultat* contingence* capacite* puissance* optimis* cas noeud* transport tension
  generatore generatori unita linea linee carico carichi domanda riserva* rampa rampe ora ore carbone eolic* accumul* rete reti flusso
  flussi dispacciamento prezzo prezzi costo costi avviamento spegnimento scenari* risultat* contingenz* capacita potenza ottimizz*
  caso casi nodo nodi trasmissione
  gerador* usina* termic* linha* barramento* carga* rampa* carvao eolic* armazen* rede* fluxo* despacho* preco* custo custos partida*
  desligamento* cenario* resultado* contingenc* capacidad* potencia* otimiz* programac* caso* transmiss* horario*
`,
  /** Those that other subjects use as well; alone they do not tell a task from an attack. */
  generic: `
  model models case cases run runs result results power job jobs limit limits experiment* scenario* solve solution line lines central*
  red rete reseau rede caso casi casos cas lauf fall operating area areas hour hours ora ore horas active linea linha ligne groupe*
  last network* system systems modell modelo modele modello shut time_limit resultat* risultat* resultado* ergebnis* service
  maintenance puissance potencia potenza`,
};
