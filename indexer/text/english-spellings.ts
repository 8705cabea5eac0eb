/**
 * British and American spellings of English words ("neighbour" and "neighbor"), after VarCon of the SCOWL project, with
 * some of the King James Version ("shew"). Stems leave them apart. A word that only looks like one of these gives a
 * spelling that no text has ("parlourmaid"), so callers keep those that they know.
 */

/** Beginnings of words, the British one first. */
const BEGINNINGS = `
  ardour ardor, armour armor, behaviour behavior, candour candor, clamour clamor, colour color, demeanour demeanor,
  enamour enamor, endeavour endeavor, favour favor, fervour fervor, flavour flavor, glamour glamor, harbour harbor, honour honor,
  humour humor, labour labor, neighbour neighbor, odour odor, parlour parlor, rancour rancor, rigour rigor, rumour rumor,
  saviour savior, savour savor, splendour splendor, succour succor, tumour tumor, valour valor, vapour vapor, vigour vigor,
  calibre caliber, centre center, centred centered, centring centering, fibre fiber, litre liter, lustre luster,
  meagre meager, metre meter, mitre miter, sabre saber, sceptre scepter, sepulchre sepulcher, sombre somber,
  spectre specter, theatre theater,
  defence defense, licence license, offence offense, practise practice, practising practicing, pretence pretense,
  analogue analog, catalogue catalog, dialogue dialog,
  cancell cancel, counsell counsel, dialled dialed, dialling dialing, duell duel, enamell enamel, equalled equaled,
  equalling equaling, fuell fuel, grovell grovel, jewell jewel, labell label, levell level, marvell marvel, modell model,
  quarrell quarrel, rivall rival, shovell shovel, signall signal, snivell snivel, towell towel, travell travel,
  tunnell tunnel, unravell unravel, woollen woolen,
  appal appall, distil distill, enrol enroll, enthral enthrall, fulfil fulfill, fulness fullness, instalment installment,
  instil instill, skilful skillful, wilful willful,
  abridgement abridgment, acknowledgement acknowledgment, ageing aging, judgement judgment,
  aeon eon, anaem anem, anaesthe anesthe, archaeo archeo, diarrhoea diarrhea, encyclopaedia encyclopedia, foetus fetus,
  gynaecolog gynecolog, haemo hemo, leukaemia leukemia, mediaeval medieval, oesophag esophag, orthopaed orthoped,
  paediatr pediatr,
  connexion connection, cosy cozy, despatch dispatch, draught draft, enquir inquir, gaol jail, grey gray, gypsy gipsy,
  jewellery jewelry, manoeuvre maneuver, mould mold, moustache mustache, plough plow, programme program, pyjama pajama,
  sceptic skeptic, shew show, smoulder smolder, sulphur sulfur, tranquillity tranquility, waggon wagon
`;
/** Whole words, the British one first. */
const WORDS = 'mum mom, mums moms';

const pairsIn = (list: string): string[][] => list.split(',').map((pair) => pair.trim().split(' '));
const bothWays = (list: string): Map<string, string> =>
  new Map(
    pairsIn(list).flatMap(([british = '', american = '']) => [
      [british, american],
      [american, british],
    ]),
  );

const otherBeginning = bothWays(BEGINNINGS);
const otherWord = bothWays(WORDS);
const LENGTHS = [...new Set([...otherBeginning.keys()].map(({ length }) => length))].sort((a, b) => b - a);

/** What may come before one of the beginnings. */
const PREFIX = /^(?:dis|mis|un)(?=\p{L}{4})/u;
/** "realise" and "realize", "analyse" and "analyze", with their inflections. */
const VERB = /(?<=\p{L}{3}i|ly)[sz](?=(?:e(?:[drs]|th)?|ers|ing|able|ations?|ement)$)/u;
const MAX_LETTERS = 30;
const MAX_WORDS = 32;

/**
 * Another spelling that the word might have, which is often no word; the word itself if there is none.
 * @param word lower-case
 */
export function otherSpelling(word: string): string {
  if (word.length > MAX_LETTERS) return word;
  const whole = otherWord.get(word) ?? withOtherBeginning(word);
  if (whole !== undefined) return whole;
  const prefix = PREFIX.exec(word)?.[0] ?? '';
  const other = withOtherBeginning(word.slice(prefix.length));
  return other === undefined ? word.replace(VERB, (letter) => (letter === 's' ? 'z' : 's')) : prefix + other;
}

/** The distinct ones of the words that may have another spelling, at most 32. @param words lower-case */
export const respellable = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word) => otherSpelling(word) !== word).slice(0, MAX_WORDS);

function withOtherBeginning(word: string): string | undefined {
  const length = LENGTHS.find(
    (letters) => letters <= word.length && otherBeginning.has(word.slice(0, letters)),
  );
  return length === undefined ? undefined : otherBeginning.get(word.slice(0, length))! + word.slice(length);
}
