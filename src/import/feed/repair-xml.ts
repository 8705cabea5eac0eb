/** Repairs what makes feeds ill-formed most often, and says what it has repaired. */
import { decodeHTML } from 'entities';

const ROOT_ENDS = ['</rss>', '</feed>', '</rdf:RDF>'];
/** Without a subset of its own, which could declare entities. */
const DOCTYPE = /<!DOCTYPE\s[^<>[\]]{0,500}>/i;
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
/** An ampersand, with the name of an entity of HTML if one follows. */
const AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)(?:([a-z][a-z\d]{1,31});)?/gi;

export interface RepairedXml {
  text: string;
  /** What was wrong, a sentence each. */
  notes: string[];
}

/** Linear in the length. Character data within CDATA keeps its ampersands. */
export const repairedXml = (source: string): RepairedXml => {
  const notes: string[] = [];
  const noted = (count: number, what: string): void => {
    if (count > 0) notes.push(`Repaired: ${what}${count > 1 ? `, ${count} times` : ''}.`);
  };
  const [from, to] = [source.indexOf('<'), endOf(source)];
  noted(Number(source.slice(to).trim() !== ''), 'text behind the feed');
  let [controls, ampersands, doctypes] = [0, 0, 0];
  const text = source
    .slice(Math.max(0, from), to)
    .replace(DOCTYPE, () => (doctypes++, ''))
    .replace(FORBIDDEN, () => (controls++, ''));
  noted(doctypes, 'a document type');
  noted(controls, 'a character that XML does not allow');
  const repaired = outsideCdata(text, (part) =>
    part.replace(AMPERSAND, (_, name?: string) => {
      ampersands++;
      const decoded = name === undefined ? '' : decodeHTML(`&${name};`);
      return decoded === '' || decoded.startsWith('&')
        ? `&amp;${name === undefined ? '' : `${name};`}`
        : decoded;
    }),
  );
  noted(ampersands, 'an “&” that XML writes as “&amp;”');
  return { text: repaired, notes };
};

/** Where the root element ends; the end of the text if that is unknown. */
const endOf = (source: string): number => {
  const ends = ROOT_ENDS.map((tag) => [source.lastIndexOf(tag), tag.length] as const);
  const [at, length] = ends.reduce((last, one) => (one[0] > last[0] ? one : last));
  return at < 0 ? source.length : at + length;
};

const outsideCdata = (text: string, change: (part: string) => string): string => {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const start = text.indexOf('<![CDATA[', at);
    const end = start < 0 ? -1 : text.indexOf(']]>', start);
    const stop = start < 0 || end < 0 ? text.length : end + 3;
    parts.push(change(text.slice(at, start < 0 || end < 0 ? text.length : start)));
    if (start >= 0 && end >= 0) parts.push(text.slice(start, stop));
    at = stop;
  }
  return parts.join('');
};
