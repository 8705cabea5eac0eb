/** Writes the mail with a digest, as text and as HTML. */
import type { Account } from '../../identity/accounts/account.record.js';
import type { DigestAddress } from '../../identity/people/digest-mail.service.js';
import { truncate } from '../../platform/lib/errors.js';
import { html, markupOf } from '../../platform/lib/html.js';
import { singleSpaced } from '../../platform/lib/white-space.js';
import type { Mail } from '../../platform/mail/mail-server.js';
import type { Digest } from './make-digest.js';
import { de } from '../../../strings/digest/de.js';
import { en } from '../../../strings/digest/en.js';
import { es } from '../../../strings/digest/es.js';
import { fr } from '../../../strings/digest/fr.js';
import { pt } from '../../../strings/digest/pt.js';
import { createFormat, type Format } from '../../../strings/format.js';
import type { SiteLanguage } from '../../../strings/languages.js';
import type { DigestStrings } from '../../../strings/message.js';

/** Characters of a title, a name or a query. */
const MAX_TEXT = 200;
const SECS_PER_HOUR = 3_600;

interface MailOptions {
  /** Origin of the console. */
  consoleBaseUrl: string;
  unsubscribeUrl: string;
}

interface Section {
  heading: string;
  lines: string[];
}

/** The mail's parts, which the text and the page have in common. */
interface Content {
  hello: string;
  intro: string;
  metrics: { label: string; value: string }[];
  sections: Section[];
  analytics: { label: string; url: string };
  reason: string;
  stop: { label: string; url: string };
}

export const digestMail = (
  { name, shortName, settings }: Account,
  digest: Digest,
  reader: DigestAddress,
  options: MailOptions,
): Mail => {
  const words = digestWords([reader.language, settings.language]);
  const { say, format } = words;
  const account = oneLine(name);
  const period = { account, from: format.day(digest.from), to: format.day(digest.to) };
  const content: Content = {
    hello: say('hello', { name: oneLine(reader.name) }),
    intro: say('intro', period),
    metrics: metricsOf(words, digest),
    sections: sectionsOf(words, digest).filter(({ lines }) => lines.length > 0),
    analytics: { label: say('analytics'), url: `${options.consoleBaseUrl}/a/${shortName}/analytics` },
    reason: say('reason', { account }),
    stop: { label: say('stop'), url: options.unsubscribeUrl },
  };
  return {
    to: reader.email,
    subject: say('subject', period),
    text: asText(content),
    html: asPage(content, words.lang),
    unsubscribeUrl: options.unsubscribeUrl,
  };
};

/** Texts of people and visitors may contain line breaks, and queries may be long. */
const oneLine = (text: string): string => truncate(singleSpaced(text), MAX_TEXT);

const metricsOf = ({ say, format }: DigestWords, { overview, downloads }: Digest): Content['metrics'] => {
  const { previous } = overview;
  const metric = (label: string, value: number, before: number) => ({
    label,
    value: say('metric', { value: format.number(value), previous: format.number(before) }),
  });
  return [
    metric(say('plays'), overview.plays, previous.plays),
    metric(say('hours'), hours(overview.watchSeconds), hours(previous.watchSeconds)),
    metric(say('visitors'), overview.uniqueVisitors, previous.uniqueVisitors),
    metric(say('downloads'), downloads.total, downloads.previous.total),
    metric(say('pageViews'), overview.pageViews, previous.pageViews),
    metric(say('searches'), overview.searches, previous.searches),
  ];
};

/** With one decimal. */
const hours = (seconds: number): number => Math.round((seconds / SECS_PER_HOUR) * 10) / 10;

const sectionsOf = ({ say }: DigestWords, digest: Digest): Section[] => [
  {
    heading: say('topItems'),
    lines: digest.topItems.map(({ title, plays }) =>
      say('item', { title: title === null ? say('deletedItem') : oneLine(title), n: plays }),
    ),
  },
  {
    heading: say('trendingTopics'),
    lines: digest.trendingTopics.map(({ name, plays, previousPlays }) =>
      say('topic', { name: oneLine(name), n: plays, previous: previousPlays }),
    ),
  },
  {
    heading: say('withoutResults'),
    lines: digest.searchesWithoutResults.map(({ query, withoutResults }) =>
      say('query', { query: oneLine(query), n: withoutResults }),
    ),
  },
];

const asText = ({ hello, intro, metrics, sections, analytics, reason, stop }: Content): string =>
  [
    hello,
    intro,
    metrics.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...sections.map(({ heading, lines }) => [heading, ...lines.map((line) => `- ${line}`)].join('\n')),
    `${analytics.label}:\n${analytics.url}`,
    `${reason}\n${stop.label}: ${stop.url}\n`,
  ].join('\n\n');

const asPage = (content: Content, lang: string): string => {
  const { hello, intro, metrics, sections, analytics, reason, stop } = content;
  return markupOf(
    html`<!doctype html>
      <html lang="${lang}">
        <meta charset="utf-8" />
        <body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
          <p>${hello}</p>
          <p>${intro}</p>
          <table cellpadding="4">
            ${metrics.map(
              ({ label, value }) =>
                html`<tr>
                  <th align="left" scope="row">${label}</th>
                  <td align="right">${value}</td>
                </tr>`,
            )}
          </table>
          ${sections.map(
            ({ heading, lines }) =>
              html`<h2 style="font-size: 1.1em">${heading}</h2>
                <ul>
                  ${lines.map((line) => html`<li>${line}</li>`)}
                </ul>`,
          )}
          <p><a href="${analytics.url}">${analytics.label}</a></p>
          <p style="font-size: 0.85em">${reason} <a href="${stop.url}">${stop.label}</a></p>
        </body>
      </html>`,
  );
};

const STRINGS: Record<string, DigestStrings> = { de, en, es, fr, pt } satisfies Record<
  SiteLanguage,
  DigestStrings
>;

interface DigestWords {
  /** Value of the `lang` attribute. */
  lang: string;
  format: Format;
  say(key: keyof DigestStrings, values?: Record<string, string | number>): string;
}

/**
 * In the first language that has texts; in English if none has.
 * @param languages BCP 47, the preferred one first: `de-AT` uses the texts of `de`
 */
const digestWords = (languages: readonly (string | null | undefined)[]): DigestWords => {
  const known = languages
    .map((language) => (language ?? '').toLowerCase().split('-', 1).join())
    .find((language) => Object.hasOwn(STRINGS, language));
  const lang = known ?? 'en';
  const format = createFormat(lang);
  return { lang, format, say: (key, values) => format.say((STRINGS[lang] ?? en)[key], values) };
};
