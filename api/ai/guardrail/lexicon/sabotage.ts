/** Words of interfering with real installations, by concept: six languages. */
import type { Words } from './concepts.ts';

export const SABOTAGE_WORDS: Words = {
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
  collapse: `apag* collapse collapsing black_out blackout* knock_out take_down bring_down shut_down destroy cripple lahm lahmleg* lege* zerstor*
    abschalt* derrib* derrub* colaps* collass* effondr* dejar_sin_luz sin_luz plonge* noir couper tumbar abattre abbatt* paralys* paraliz*
    apagon* apagao apagar stromausfall* panne`,
};
