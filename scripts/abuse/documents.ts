/** Many large transcripts at once: how much memory parsing takes, and whether it is released. */
import { zipSync } from 'fflate';
import type { AbuseClass } from '../../test/support/abuse/abuse-class.js';
import { hostileTexts } from '../../test/support/abuse/hostile-texts.js';
import { anItem, json, privately, sendAll } from '../../test/support/abuse/send.js';

const SPREAD =
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** A small Word document that decompresses to one run of this many bytes. */
const wordDocument = (bytes: number): Uint8Array =>
  zipSync({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    'word/document.xml': Buffer.from(
      `${SPREAD}${'word '.repeat(bytes / 5)}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });

export const documents: AbuseClass = {
  name: 'documents',
  count: 4,
  atOnce: 1,
  newCase: (target, random, index) => {
    const body = wordDocument([7_000_000, 60_000_000][index % 2]!);
    const path = `/items/${anItem(target, random)}/transcript`;
    const request = privately(target, ['PUT', path], { body, headers: { 'Content-Type': DOCX } });
    return { name: `a Word document of ${body.length} bytes`, run: () => sendAll([request, request]) };
  },
};

const stamp = (ms: number): string => new Date(ms).toISOString().slice(11, 23);
const captions = (count: number): Buffer => {
  const cues = Array.from(
    { length: count },
    (_, i) => `${stamp(i * 10)} --> ${stamp(i * 10 + 9)}\n<v A${i}>a</v>\n`,
  );
  return Buffer.from(`WEBVTT\n\n${cues.join('\n')}`);
};

interface Body {
  body: Uint8Array;
  type: string;
}
const vtt = (body: Uint8Array): Body => ({ body, type: 'text/vtt' });

const HOSTILE_BYTES = 8_000_000;
/** Everything that hostile captions repeat. The list ends with cues of many kinds. */
const mixed = (count: number): Body[] => {
  const texts = hostileTexts('vtt', HOSTILE_BYTES / 100);
  return Array.from({ length: count }, (_, i) => {
    const { bytes } = texts[Math.floor((i * texts.length) / count)]!;
    return vtt(Buffer.concat(Array.from({ length: 100 }, () => bytes)));
  });
};

const KINDS: Readonly<Record<string, () => Body[]>> = {
  // Accepted files cost most, because they are stored and indexed.
  'captions of 99,000 cues': () => [vtt(captions(99_000))],
  'captions of all kinds': () => [
    vtt(captions(300_000)),
    vtt(Buffer.from(`WEBVTT\n\n${stamp(0)} --> ${stamp(9)}\n${'words and '.repeat(800_000)}\n`)),
    {
      body: Buffer.from(
        JSON.stringify({ segments: Array.from({ length: 1_000_000 }, () => ({ text: 'a' })) }),
      ),
      type: json['Content-Type'],
    },
    ...mixed(22),
  ],
};

const AT_ONCE = 50;
/** The last files wait for all others. */
const SILENCE_MS = 15 * 60_000;

/** Sent with one token. Parsing runs in a thread, whose memory is released when it ends. */
export const manyCaptions: AbuseClass = {
  name: 'captions',
  count: 2,
  atOnce: 1,
  answersAll: true,
  memory: { peakMiB: 1_200, leftMiB: 200 },
  newCase: (target, random, index) => {
    const kinds = Object.entries(KINDS);
    const [kind, make] = kinds[index % kinds.length]!;
    const bodies = make();
    const requests = Array.from({ length: AT_ONCE }, (_, i) => {
      const { body, type } = bodies[i % bodies.length]!;
      const path = `/items/${anItem(target, random)}/transcript`;
      return {
        ...privately(target, ['PUT', path], { body, headers: { 'Content-Type': type } }),
        silenceMs: SILENCE_MS,
      };
    });
    return { name: `${AT_ONCE} ${kind} at once`, run: () => sendAll(requests) };
  },
};
