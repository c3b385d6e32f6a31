/** Words that say which instructions are meant, by concept: six languages. */
import type { Words } from './concepts.ts';

export const REFERENCE_WORDS: Words = {
  previous: `previous previously previos previus prior above earlier preceding foregoing former initial original before existing current
    so_far past old precede
    vorherig* vorig* bisherig* obig* vorangegangen* vorangehend* fruher* frueher* zuvor oben vorstehend* ursprunglich* davor
    anterior anteriores previo previa previos previas arriba inicial iniciales originales antes anteriormente recibid*
    precedent precedente precedents precedentes precedenti precedemment dessus avant anterieur* initiales initiaux initial recues
    sopra iniziali originali ricevut* prima
    acima iniciais originais previamente recebid* passadas`,
  all: `all any every each whole entire alle alles allen aller jegliche* samtliche* saemtliche* jede* ganze* gesamte* todo todos toda todas
    cualquier* tout toute tous toutes chaque entier* tutto tutte tutti tutta ogni qualsiasi qualunque intero intera tudo qualquer
    quaisquer cada inteir* enter*`,
  everything: `everything all_that all_of_that all_you anything alles all_das todo tout tutto tudo all_previous all_prior`,
  above: `the_above all_of_the_above lo_anterior lo_de_arriba ce_qui_precede das_obige das_vorherige das_bisherige obiges vorheriges
    bisheriges quanto_sopra quanto_precede cio_che_precede o_acima o_anterior o_que_precede tudo_acima ce_qui_est_au_dessus
    tout_ce_qui_precede todo_lo_anterior tutto_quanto_sopra tudo_o_que_precede`,
  your: `your yours ur dein deine deinen deiner deinem deines ihre ihren ihrer ihrem tu tus su sus vuestr* ton ta tes votre vos tua tue tuo
    tuoi vostr* suo sue suoi seu sua seus suas teu teus tuas`,
  told: `told taught learned learnt know knew said instructed given received gesagt gelernt weisst geschrieben mitgeteilt beigebracht
    dicho dije dijeron dijo aprendido aprendiste sabes ordenado dit appris sais savez ecrit ordonne detto imparato sai scritto ordinato
    dito disse disseram aprendeu sabe escrito ensinaram steht`,
  what: 'what whatever was ce_que ce_qu lo_que quello_che cio_che quanto o_que aquilo_que',
  new: 'new neue neuen neuer nueva nuevas nuevo nuevos nouvelle nouvelles nouveau nuova nuove nuovi nova novas novos',
  'you-given': `they_told_you they_gave_you told_you_to told_you_not gave_you you_were_given you_have_been_given you_received you_have_received you_got given_to_you you_were_told you_have_been_told
    you_follow you_were_programmed you_must_follow you_operate you_are_given you_were_instructed were_you_instructed were_you_told were_you_programmed were_you_given
    du_bekommen du_erhalten du_hast dir_gegeben dir_gesagt du_befolgst sie_erhalten
    te_dieron te_han_dado has_recibido recibiste te_dio tienes tu_as vous_avez t_a_donne* t_ont t_ont_ete on_t_a tu_suis
    hai_ricevuto ti_hanno ti_sono_stat* ti_e_stat* segui te_deram voce_recebeu lhe_deram foram_dad* te_foram voce_segue`,
  you: 'you u ya du dir dich usted voce ti te tu vous vos lhe',
  of: `of for on in at about regarding concerning to with from de del du des der des fur fuer von bei zu am im an uber pour sur a para sobre
    en per di da do dal della dello dei delle su nel nella no na dos das`,
};
