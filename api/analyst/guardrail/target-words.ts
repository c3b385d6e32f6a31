/**
 * What attacks aim at, and what honest questions are about: concept -> words in six languages, as in
 * `attack-words.ts`.
 */

/** Words of what a model is, who made it and what it was told. */
export const IDENTITY_WORDS = {
  ai: `ai ki ia chatbot* assistant* bot bots gpt* chatgpt llm llms language_model* sprachmodell* modelo_de_lenguaje modele_de_langage
    modello_linguistico modelo_de_linguagem asistente assistente assistenten claude gemini copilot llama mistral twin alter_ego
    artificial_intelligence neural_network machine roboter robot robots robo robos`,
  persona: `model modell modelo modele modello version persona character charakter personaje personnage personaggio personagem genie
    clone entity wesen being`,
  maker: `developer developers creator creators maker makers openai anthropic programmer programmers vendor trainer trainers engineers
    entwickler* hersteller schopfer desarrollador* creador* creadores programador* developpeur* createur* concepteur* sviluppator*
    creator* desenvolvedor* criador* designers operators_of deployer man`,
  simulate: 'simulat* emulat* simulier* simul* imita* imit* mimic',
  task: `task tasks goal goals mission objective_is directive job_is purpose aufgabe ziel tarea mision objetivo_es tache mission compito
    missione tarefa missao`,
  configuration: `configuration architecture programming konfiguration configuracion configurazione configuracao`,
  yourself: 'yourself thyself dich selbst ti_mismo te_toi toi_meme te_stesso voce_mesmo',
  i: 'i me my ich mir meine yo mi je moi mes io mio eu meu',
  now: 'now jetzt ahora maintenant ora adesso agora',
  exist: 'exist existed exists existieren gabe existian existaient esistessero existissem',
  answer: `answer* reply replies response* antwort* respuest* respond* repond* reponse* rispost* rispond* respost* mode modus modo modalita`,
  debug:
    'debug_mode debug_modus modo_debug mode_debug modo_de_depuracion modo_depuracion mode_debogage modalita_debug diagnostic_mode test_mode',
  'as-if':
    'if as_if as_though hypothetical* imagine suppose pretend* als_ob als_hattest como_si comme_si come_se se_as',
  password: 'password token login passcode pin',
  mine: `my_prompt mine eure euer vuestr* dir_gegebenen vos tes`,
  preamble: `preamble your_memory your_mind memory_dump debug_dump dump_of_your system_message system_messages systemnachricht* mensaje_de_sistema mensaje_del_sistema message_systeme message_de_systeme
    messaggio_di_sistema mensagem_de_sistema mensagem_do_sistema context_window kontextfenster developer_message developer_messages
    developer_note message_from_the_developer message_from_your metaprompt meta_prompt preprompt pre_prompt prompt_says
    configuration_word your_configuration own_configuration your_setup your_programming your_training your_code your_source_code
    your_weights your_backstory your_persona your_tools your_functions your_prompt your_context your_initial your_hidden your_secret
    ton_contexte tu_configuracion deine_konfiguration ta_configuration tua_configurazione sua_configuracao start_of_the_conversation
    beginning_of_the_conversation start_of_this_conversation start_of_our_conversation beginning_of_this_conversation
    beginning_of_our_conversation anfang_des_gesprachs anfang_dieses_gesprachs inicio_de_la_conversacion debut_de_la_conversation
    inizio_della_conversazione inicio_da_conversa rulebook regelwerk`,
  verbatim: `verbatim word_for_word wort_fur_wort wortlich* palabra_por_palabra mot_pour_mot mot_a_mot parola_per_parola
    palavra_por_palavra letter_by_letter word_by_word literally exact_words exact_wording`,
  chat: `chat conversation* conversaci* conversaz* conversa gesprach* unterhaltung dialog* discussion session message nachricht* mensaje
    messaggio mensagem linie zeile`,
  before: `before prior previous* above over uber oben vor davor antes arriba avant sopra prima acima anterior* precedent* start
    beginning anfang inicio debut inizio first top`,
  text: `text texte texto testo words worte palabras mots parole palavras line lines zeile zeilen message* nachricht* mensaje* messaggi*
    mensage* content contents inhalt contenido contenu contenuto conteudo sentence* satz`,
  tell: `mention mentions tell tells told say says said gesagt dit dice dicho dijeron dijo disseram disse detto instruct* order ordered dicono diz`,
  write: `copy encode translate rhyme poem story spell recite complete finish quote begin start continue base64 backwards rot13
    wiederhol* kodier* ubersetz* zitier* escrib* codific* traduc* al_reves recit* encod* traduis* cit* scriv* codific* traduc* escrev*
    traduz* poema poeme gedicht poesia`,
};

/** Words of asking for what is not to be told. */
export const DISCLOSURE_WORDS = {
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

/** Words of what belongs to other people and of carrying it off. */
export const PRIVACY_WORDS = {
  others: `other others another different foreign somebody_else* someone_else* else_s ander* fremd* otro otros otra otras ajen* autre
    autres autrui d_autres altro altri altra altre altrui outro outros outra outras alheio* all every each everyone alle aller todos tous
    tutti todas toutes tutte`,
  accounts: 'accounts konten benutzerkonten cuentas comptes conti contas',
  foreign:
    'other others another someone_else_s somebody_else_s fremde* otro otros autre autres altri altre outro outros anderer',
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
  keys: 'keys claves cles chiavi chaves schlussel tokens',
  host: 'server servers servidor serveur host root vault database datenbank wifi cluster administrat* administrad* amministrat*',
  address: 'http https ftp www webhook ngrok pastebin requestbin url server_of_mine my_server',
};

/** Words of destroying records and of attacking real grids. */
export const HARM_WORDS = {
  records: `users user accounts account nutzer benutzer* benutzerkonten konten usuarios usuario cuentas utilisateurs utilisateur comptes
    utenti utente conti contas logs log protokolle logbucher registros journaux registri configs config configurations
    konfiguration* configuraci* configurazion* configurac* backups sicherungen copias_de_seguridad sauvegardes data daten datos
    donnees dati dados databases datenbanken bases_de_datos bases_de_donnees banche_dati bancos_de_dados collections collection tables tabellen
    tablas tabelle tabelas records everyone files dateien archivos fichiers`,
  database: `audit mongodb mongo database datenbank base_de_datos base_de_donnees banca_dati banco_de_dados base_de_dados audit_log audit_logs audit_trail
    auditprotokoll* prufprotokoll* registro_de_auditoria registros_de_auditoria journal_d_audit journaux_d_audit registro_di_audit
    log_di_audit logs_de_auditoria log_de_auditoria production_data user_table databases`,
  hack: `melt_down meltdown jam jamming phish* piratage hackeo pirateria hackeraggio hack hacks hacking hacke hacken attack attacking sabotage sabotag* sabote* sabotier* sabota* cyberattack* ddos infiltrat*
    malware ransomware blow_up destroy bomb break_into vandal* angreif* greife attackier* sprenge* zerstor* zerstoer* eindring*
    lahmleg* hackea* atac* ataque* destru* infiltr* derriba* volar pirat* attaqu* detrui* faire_sauter hackera* hackerare attacc* distrugg*
    hackear hackeie invad* bombarde* einhack* knock_out cripple`,
  disrupt: `flood floods flooding compromise exploit take_over take_down shut_down shutdown disable crash inject disrupt penetrate breach hijack manipulate
    spoof infect access_unauthorized unauthorized kapern manipulier* abschalt* comprometer explota* tomar_el_control secuestr* exploiter
    compromett* prendre_le_controle prendere_il_controllo explor* assumir_o_controle desligar apagar`,
  asset: `scada substation* umspannwerk* subestaci* subestac* sous_station* sottostazion* power_grid powergrid stromnetz* red_electrica
    reseau_electrique rete_elettrica rede_eletrica power_plant* kraftwerk* central_electrica centrales_electricas centrale_electrique
    centrales_electriques centrale_elettrica centrali_elettriche usina* nuclear* nucleaire* nucleare nukleare* kernkraftwerk* akw
    atomkraftwerk* transformer* transformator* transformador* transformateur* trasformator* electric_grid electricity_grid grid utility
    smart_meter* pylon* energieversorg* control_center control_centre control_room leitstelle* plc rtu central_nuclear
    netz network_operator hochspannung* power_line* transmission_tower*`,
  'control-asset': `power_grid stromnetz* red_electrica reseau_electrique rete_elettrica rede_eletrica electric_grid electricity_grid scada plc plcs rtu rtus ics dnp3 modbus iec_104 iec_61850 iec61850 leitsystem* netzleitstelle* control_center control_centre
    control_room centro_de_control centro_de_controle centre_de_controle centro_di_controllo relay_firmware smart_meter* sps
    utility_network`,
  blackout: `blackout* stromausfall* apagon* panne_de_courant panne_generale apagao apagoes black_out coupure_generale`,
  cause:
    'cause causing trigger provoke create induce verursach* auslos* ausloes* provoc* provoqu* caus* declench* herbeifuhr* scaten*',
  seek: `how help want plan steps wie hilf como ayuda* comment aide* come aiuta* ajud* quiero voglio quero veux will mochte plane real`,
};

/** Words of interfering with real installations. */
export const SABOTAGE_WORDS = {
  real: `real actual physical physically live genuine outside remotely remote internet unauthori* covertly secretly undetected unnoticed echt*
    wirklich* ferne fernzugriff heimlich* reale reales verdader* distancia remot* reel reels reelle reelles distance reali vero veri
    verdadeir* reais`,
  operate: `open opens opening close trip trips tripping switch switching control overload send spoof inject manipul* tamper* reprogram*
    override disable disconnect damage offne* schalt* ausl* manipul* abr* dispar* desconect* ouvr* declench* aziona* apri aprire scollega*
    desarm* access accessing take cut cutting falsif* fake false`,
  device: `breaker* relay relays scada dnp3 modbus substation* rtu rtus plc plcs pmu ics iec_61850 iec_104 leistungsschalter* schutzrelais
    umspannwerk* subestac* disjoncteur* interruptor* interruttor* sous_station* poste_electrique sottostazion* disjuntor* transformer*
    transformator* transformad* transformateur* trasformator* smart_meter* inverter* control_room control_center hmi ems`,
  weapon: `ransomware malware virus worm rootkit backdoor* botnet trojan* bomb bombs explosive* terror* weapon* shoot shooting exploit_for
    exploit_against zero_day stuxnet industroyer sprengstoff* schadsoftware logiciel_malveillant bombe bomba esplosiv* explosi*
    cyberattack* cyber_attack* cyberangriff* ciberataque* cyberattaque* attacco_informatico`,
  falsify:
    'false fake spoof* falsif* forged tamper* gefalscht* falsch* falso falsos falsa falsas faux fausses falsi false',
  with: 'with using via through mit mittels con mediante usando avec com',
  damage:
    'damage damaging destroy harm ruin sabotag* sabot* beschadig* zerstor* danar danifi* endommag* dannegg* kill explode explod*',
  malware: `ransomware malware virus worm rootkit trojan* stuxnet* industroyer blackenergy botnet backdoor* schadsoftware schadcode
    logiciel_malveillant phishing spearphishing`,
  lame: 'lahm ko tumbar',
  city: `city cities town capital country nation hospital* berlin paris rome roma london lisbon lisboa madrid wien stadt land hauptstadt
    ciudad pais ville pays capitale citta paese cidade capital people population new_york europe texas neighbourhood neighborhood`,
  collapse: `cut_the_power cut_power kill_the_power kill_the_lights cut_the_lights cut_the_electricity shut_off cut_off turn_off turn_out_the apag* collapse collapsing black_out blackout* knock_out take_down bring_down shut_down destroy cripple lahm lahmleg* lege* zerstor*
    abschalt* derrib* derrub* colaps* collass* effondr* dejar_sin_luz sin_luz plonge* noir couper tumbar abattre abbatt* paralys* paraliz*
    apagon* apagao apagar stromausfall* panne`,
};

/** Words of power systems and of this service: they tell a task from an attack. */
export const GRID_WORDS = {
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
  /** Words that other subjects use as well; alone they do not tell a task from an attack. */
  generic: `
  model models case cases run runs result results power job jobs limit limits experiment* scenario* solve solution line lines central*
  red rete reseau rede caso casi casos cas lauf fall operating area areas hour hours ora ore horas active linea linha ligne groupe*
  last network* system systems modell modelo modele modello shut time_limit resultat* risultat* resultado* ergebnis* service
  maintenance puissance potencia potenza`,
};

/** Phrases whose words mean something else than they do alone. */
export const HARMLESS_PHRASES = `user_defined user_guide user_manual my_private my_personal my_confidential n_1 n_2 n_3 n_k password_free password_less passwordless passwortlos* sin_contrasena sans_mot_de_passe senza_password
  sem_senha key_figure* key_result* key_constraint* key_driver* take_down_time shut_down_cost* role_of role_in system_operator*
  operating_rule* dispatch_rule* reserve_rule* grid_code* heat_rate* secret_ballot system_load* system_cost* system_price*
  system_reserve* system_balance system_lambda system_wide system_demand system_inertia`;
