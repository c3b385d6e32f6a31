/** Words with which a text turns to whoever reads it, by concept: six languages. */
import type { Words } from './concepts.ts';

export const READER_WORDS: Words = {
  must: `must shall should have_to need_to are_to please now musst sollst bitte debes debe tienes_que por_favor dois devez doit veuillez
    devi deve deves per_favore precisa`,
  note: 'note attention important warning message hinweis achtung wichtig nota atencion aviso remarque attention avviso attenzione atencao',
  reader: 'reader whoever_reads reading_this leser lector lecteur lettore leitor',
  instead: 'instead stattdessen lieber en_su_lugar plutot invece em_vez',
  only: 'only exclusively nur ausschliesslich solo solamente seulement uniquement soltanto somente apenas',
  always: 'always immer siempre toujours sempre',
  after: 'after nach despues apres dopo depois',
  when: 'when whenever while wenn sobald cuando quand lorsque quando',
  summary: 'summar* zusammenfass* resum* resum* riassum* answering answer reply report',
  next: 'next nachste* proxim* prochain* prossim* final',
};
