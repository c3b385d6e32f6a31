/** Words of destroying records and of attacking real grids, by concept: six languages. */
import type { Words } from './concepts.ts';

export const HARM_WORDS: Words = {
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
