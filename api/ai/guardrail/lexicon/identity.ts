/** Words of what a model is, who made it and what it was told, by concept: six languages. */
import type { Words } from './concepts.ts';

export const IDENTITY_WORDS: Words = {
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
  preamble: `preamble system_message system_messages systemnachricht* mensaje_de_sistema mensaje_del_sistema message_systeme message_de_systeme
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
