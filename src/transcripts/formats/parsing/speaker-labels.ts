/**
 * Distinguishes labels that name a speaker (`Ruth Adeyemi:`, `Speaker 1:`) from other text that ends with a colon
 * (`Note:`).
 */

/** Labels of sections without speech, which act as a break like a long pause. */
export const BREAKS = new Set(
  'break intro outro music sponsor sponsors ad ads advertisement transition interlude jingle clip applause credits'.split(
    ' ',
  ),
);
/** First words of labels in sermons that are not names. */
const NOT_NAMES = new Set(
  (
    'note notes text texts scripture scriptures reading point prayer introduction conclusion question answer application illustration example ' +
    'summary outline date speaker speakers series topic topics title verse context background definition warning tip key main big lesson ' +
    'step part first second third fourth fifth finally therefore transcript host guest location time duration ' +
    'language sprache file filename model source recording recorded audio video length format url link created updated version size ' +
    'event place church service transcribed words sprecher datum titel serie thema bibelstelle dauer ort'
  ).split(' '),
);
const NUMBERED =
  /^(?:unknown[\s_-]+)?(?:speaker|spk|sprecher(?:in)?|person|participante?|teilnehmer(?:in)?|intervenante?|locut(?:eur|rice|ora?)|orateur|oradora?|hablante|interlocutora?|falante)(?:[\s_-]*(?:\d{1,3}|unknown)|[\s_-]+\p{Lu})$/iu;
/** Speakers when a line begins with them, but in a list of facts they are followed by a name. */
const ROLE = /^(?:host|guest)$/i;
const LINE_LABEL = /^(\p{Lu}[^:\n]{0,60}):(?=\s|$)/u;

/** Whether a program has numbered the speaker: `Speaker 1`, `SPEAKER_00`, `Sprecher 2`. */
export const isNumberedSpeaker = (name: string): boolean =>
  NUMBERED.test(name) || /^unknown[\s_-]speaker$/i.test(name);

export const looksLikeSpeaker = (name: string): boolean => {
  if (isNumberedSpeaker(name)) return true;
  const words = name.split(' ');
  const first = words[0]!.toLowerCase().replace(/[^\p{L}]/gu, '');
  return (
    words.length <= 6 &&
    /^\p{Lu}/u.test(name) &&
    !/\d/.test(name) &&
    !NOT_NAMES.has(first) &&
    !BREAKS.has(first)
  );
};

/** The label at the start of a line of plain text that may name a speaker, and the words after it. */
export const takeLabel = (line: string): { name: string; rest: string } | null => {
  const match = LINE_LABEL.exec(line);
  const name = match?.[1]!.trim();
  if (!match || !name || !(looksLikeSpeaker(name) || ROLE.test(name))) return null;
  return { name, rest: line.slice(match[0].length).trimStart() };
};

/** Words within a name that are not capitalised. */
const PARTICLES = new Set(
  'van von der den de del della di da do dos das du la le bin ibn zu and und y et e &'.split(' '),
);
const NAME_WORD =
  /^(?:\p{Lu}[\p{L}\p{M}'’-]*,?|\p{Lu}\.|(?:Jr|Sr|Dr|Prof|Rev|Pr|Pfr|Fr|Mr|Mrs|Ms|Sra?|Ph\.?D)\.|[\p{Lo}\p{M}]{1,12}|\(\p{L}{1,15}\))$/u;
/** As numbered in scripts without capitals. */
const NUMBERED_WORD = /^[\p{Lo}\p{M}]{1,12} ?\d{1,3}$/u;
const MAX_NAME_LENGTH = 60;
const MAX_NAME_WORDS = 5;

/** Whether a text that may be any words is a name: capitalised words, or a speaker numbered by a program. */
export const isName = (text: string): boolean => {
  if (text === '' || text.length > MAX_NAME_LENGTH) return false;
  if (isNumberedSpeaker(text) || NUMBERED_WORD.test(text)) return true;
  const words = text.split(/\s+/);
  return (
    words.length <= MAX_NAME_WORDS &&
    looksLikeSpeaker(text.replace(/^\p{Lo}/u, 'A')) &&
    words.every((word, i) => NAME_WORD.test(word) || (i > 0 && PARTICLES.has(word)))
  );
};
