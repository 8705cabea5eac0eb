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
  /^(?:unknown[\s_-]+)?(?:speaker|sprecher(?:in)?|person)(?:[\s_-]*(?:\d{1,3}|unknown)|[\s_-]+\p{Lu})$/iu;
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
