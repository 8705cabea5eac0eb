/**
 * Parses the line at the top of a text that names the speaker and the date: "Predigt von Pfr. Ruth Ädel, 4. Juni
 * 2023".
 */
import { singleSpaced } from '../../platform/lib/white-space.js';
import { findDate } from './dates.js';
import { PARTICLES } from './word-lists.js';

export interface Byline {
  speakers: string[];
  /** YYYY-MM-DD */
  date: string | null;
}

/** Number of lines to search, and limits in characters. */
const LINES = 5;
const HEAD_LENGTH = 2_000;
const MAX_LENGTH = 160;
const MAX_NAMES = 4;

const SERMON =
  'sermon|homily|message|talk|teaching|lecture|address|meditation|predigt|ansprache|andacht|vortrag|sermón|predicación|prédica|mensaje|homilía|charla|prédication|prêche|homélie|message|méditation|sermão|pregação|mensagem|homilia|palestra';
const GIVEN =
  'preached|delivered|given|presented|gehalten|predicado|predicada|dado|dada|donné|donnée|prêché|prêchée|pregado|pregada|ministrado|ministrada';
const BY = 'by|von|por|par';
const ARTICLE = '(?:(?:an?|the|eine|die|un|una|une|uma?) )?';
const OF = 'de la|del|de|du|da|do';
/** "Sermon by", "Predigt, gehalten von", "preached by". */
const LEAD = new RegExp(
  `^(?:${ARTICLE}(?:${SERMON})(?:,? (?:${GIVEN}))?|${GIVEN}),? (?:${BY})\\s+(?:(?:der|dem|le|la|el|o|a|the)\\s+)?`,
  'iu',
);
/** "by", and "Prédication de", which may also precede a title. */
const WEAK_LEAD = new RegExp(`^(?:(?:${BY})|${ARTICLE}(?:${SERMON}) (?:${OF}))\\s+`, 'iu');
const LABEL =
  /^(?:speaker|preacher|prediger(?:in)?|redner(?:in)?|referent(?:in)?|sprecher(?:in)?|predicador(?:a)?|orador(?:a)?|prédicateur|prédicatrice|orateur|oratrice|pregador(?:a)?)\s*:\s*/iu;
const HONORIFIC =
  /^(?:(?:the )?(?:(?:very|most|right) )?(?:rev(?:d|erend)?|pastor(?:in|a)?|pfr(?:in)?|pfarrer(?:in)?|vikar(?:in)?|diakon(?:in)?|dr|prof(?:essor)?|fr|father|bishop|archbishop|deacon|canon|elder|bischof|bischöfin|padre|obispo|hermano|hermana|pasteur(?:e)?|père|évêque|pr|pra|bispo|reverendo|irmão|irmã)(?:\.\s*|\s+))+/iu;
/** A name: capitalised words and initials, with particles between. */
const NAME = new RegExp(
  `^(?:\\p{Lu}[\\p{L}\\p{M}'’-]*\\.?)(?:\\s+(?:(?:${[...PARTICLES].join('|')}|y|e)\\s+)*(?:\\p{Lu}[\\p{L}\\p{M}'’-]*\\.?)){0,4}`,
  'u',
);
const AND = /^\s*(?:,|&|and|und|y|et|e)\s+/iu;
/** What may follow the name: a place, an occasion, or nothing. */
const AFTER = /^\s*(?:$|[,;|(–—·•-]|(?:on|at|in|am|im|zu|vom|en|el|à|le|em|no|na|para|for|für)\b)/iu;
/** What a line may contain beside a date: the day of the week, and words for "on". */
const AROUND_DATE =
  /\b(?:on|am|den|vom|le|el|em|date|datum|fecha|data|preached|delivered|(?:sun|mon|tues|wednes|thurs|fri|satur)day|lord['’]s day|sabbath|morning|evening|(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend|domingo|lunes|martes|miércoles|jueves|viernes|sábado|dimanche|lundi|mardi|mercredi|jeudi|vendredi|samedi|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|de)\b/giu;

/** The speakers and date in the first lines of a text. */
export function findByline(text: string): Byline {
  const lines = text
    .slice(0, HEAD_LENGTH)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const found = lines.slice(0, LINES).flatMap((line, at) => readByline(line, at === 0) ?? []);
  return {
    speakers: found.find(({ speakers }) => speakers.length > 0)?.speakers ?? [],
    date: found.find(({ date }) => date !== null)?.date ?? null,
  };
}

/**
 * Null for a line with neither. A date counts only if the line names a speaker or contains nothing else.
 * Honorifics are dropped, unless the name is a single word.
 * @param isFirst whether it is the first line, where "By Grace Alone" is a title
 */
function readByline(written: string, isFirst: boolean): Byline | null {
  if (written.length > MAX_LENGTH) return null;
  const line = singleSpaced(written.replace(/[*_#>]+/g, ' ')).trim();
  const found = findDate(line);
  const date = found?.date ?? null;
  const rest = found ? singleSpaced(line.replace(found.text, ' ')).trim() : line;
  const speakers = speakersOf(rest.replace(/^[\s,;|–—·•-]+/u, ''), !isFirst || date !== null);
  if (speakers.length > 0) return { speakers, date };
  return date !== null && !/[\p{L}\p{N}]/u.test(rest.replace(AROUND_DATE, ''))
    ? { speakers: [], date }
    : null;
}

function speakersOf(text: string, isSure: boolean): string[] {
  const strong = LABEL.exec(text)?.[0] ?? LEAD.exec(text)?.[0] ?? '';
  const lead = strong || (WEAK_LEAD.exec(text)?.[0] ?? '');
  let rest = text.slice(lead.length);
  const isDeclared = strong !== '' || (isSure && /^(?:by|von|por|par)\s/i.test(lead));
  if (!isDeclared && !HONORIFIC.test(rest)) return [];
  const names: string[] = [];
  while (names.length < MAX_NAMES) {
    const honorific = HONORIFIC.exec(rest)?.[0] ?? '';
    const name = NAME.exec(rest.slice(honorific.length))?.[0];
    if (name === undefined) break;
    const isWhole = /\s/.test(name);
    // "by Grace" is not a name, but "Pastor Grace" is.
    if (!isWhole && honorific === '' && !LABEL.test(lead)) return [];
    names.push(withoutCapitals(isWhole ? name : singleSpaced(honorific + name)));
    rest = rest.slice(honorific.length + name.length);
    const and = AND.exec(rest)?.[0];
    if (and === undefined || !NAME.test(rest.slice(and.length).replace(HONORIFIC, ''))) break;
    rest = rest.slice(and.length);
  }
  // A byline ends here, while a sentence continues.
  return AFTER.test(rest) && !/[.!?]\s*$/.test(rest) ? names : [];
}

/** Converts "C. H. SPURGEON" to "C. H. Spurgeon". */
const withoutCapitals = (name: string): string =>
  name.replace(/\p{Lu}{3,}/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
