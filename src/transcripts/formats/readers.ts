/** The transcript formats that can be read, for the API, imports and the command line. */
import { looksLikeAss, parseAss } from './captions/ass.js';
import { looksLikeAssemblyAi, parseAssemblyAi } from './speech/assemblyai.js';
import {
  looksLikeAws,
  parseAws,
  looksLikeAzure,
  parseAzure,
  looksLikeElevenLabs,
  parseElevenLabs,
  looksLikeGoogle,
  parseGoogle,
  looksLikeIbm,
  parseIbm,
  looksLikeRev,
  parseRev,
  looksLikeSpeechmatics,
  parseSpeechmatics,
} from './speech/cloud-json.js';
import type { ParsedTranscript } from './parsing/parsed-transcript.js';
import { looksLikeDeepgram, parseDeepgram } from './speech/deepgram.js';
import { TranscriptFormatError } from './parsing/format-error.js';
import { parseJson } from './parsing/json-value.js';
import { checkTexts } from './parsing/limits.js';
import { looksLikeLrc, parseLrc } from './captions/lrc.js';
import { parseMarkdown } from './documents/markdown.js';
import { parsePlainText } from './text/plain-text.js';
import { looksLikePodcastJson, parsePodcastJson } from './captions/podcast-json.js';
import { looksLikeSbv, parseSbv } from './captions/sbv.js';
import { looksLikeSegments, segmentsOfValue } from './parsing/segments-json.js';
import type { TranscriptSource } from './source.js';
import { looksLikeSrt, parseSrt } from './captions/srt.js';
import { parseTtml } from './captions/ttml.js';
import { looksLikeVtt, parseVtt } from './captions/vtt.js';
import { looksLikeWhisperCpp, parseWhisperCpp } from './speech/whisper-cpp.js';
import {
  looksLikeFasterWhisper,
  looksLikeOpenAi,
  looksLikeWhisperX,
  parseWhisperJson,
} from './speech/whisper-json.js';
import { looksLikeTsv, parseTsv } from './speech/whisper-tsv.js';
import { looksLikeJson3, parseJson3 } from './captions/youtube-json3.js';
import { parseSrv3 } from './captions/youtube-srv3.js';

export interface TranscriptReader {
  /** The value of `?format=`. */
  name: string;
  /** Name for messages. */
  label: string;
  /** Lower case. */
  extensions: readonly string[];
  contentTypes: readonly string[];
  /** Whether the content is definitely in this format. */
  sniff(source: TranscriptSource): boolean;
  /** @throws {TranscriptFormatError} */
  read(source: TranscriptSource): ParsedTranscript;
}

type Named = Pick<TranscriptReader, 'name' | 'label'>;
type TextFormat = Named & {
  extensions: string[];
  contentTypes: string[];
  looksLike(text: string): boolean;
  parse(text: string): ParsedTranscript;
};

const ofText = ({ looksLike, parse, ...named }: TextFormat): TranscriptReader => ({
  ...named,
  sniff: ({ text }) => looksLike(text),
  read: ({ text }) => parse(text),
});

const JSON_TYPE = 'application/json';
const ofJson = (
  { extensions = [], ...named }: Named & { extensions?: string[] },
  looksLike: (json: unknown) => boolean,
  parse: (json: unknown) => ParsedTranscript,
): TranscriptReader => ({
  ...named,
  extensions: ['.json', ...extensions],
  contentTypes: [JSON_TYPE],
  sniff: ({ json }) => looksLike(json),
  // Parses invalid JSON again to throw its error message.
  read: ({ json, text }) => parse(json === undefined ? parseJson(text) : json),
});

const ofXml = (
  named: Named & { extensions: string[]; contentTypes: string[] },
  roots: readonly string[],
  parse: (text: string) => ParsedTranscript,
): TranscriptReader => ({
  ...named,
  sniff: ({ xmlRoot }) => xmlRoot !== undefined && roots.includes(xmlRoot),
  read: ({ text }) => parse(text),
});

const XML_TYPES = ['application/xml', 'text/xml'];
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Formats that share a type or an extension are distinguished by their content, in this order. */
const formats: readonly TranscriptReader[] = [
  ofText({
    name: 'vtt',
    label: 'WebVTT',
    extensions: ['.vtt'],
    contentTypes: ['text/vtt'],
    looksLike: looksLikeVtt,
    parse: parseVtt,
  }),
  ofText({
    name: 'srt',
    label: 'SubRip',
    extensions: ['.srt'],
    contentTypes: ['application/x-subrip', 'application/srt', 'text/srt'],
    looksLike: looksLikeSrt,
    parse: parseSrt,
  }),
  ofText({
    name: 'sbv',
    label: 'SubViewer',
    extensions: ['.sbv'],
    contentTypes: ['text/x-sbv'],
    looksLike: looksLikeSbv,
    parse: parseSbv,
  }),
  ofXml(
    {
      name: 'ttml',
      label: 'TTML',
      extensions: ['.ttml', '.dfxp', '.xml'],
      contentTypes: ['application/ttml+xml', 'application/ttaf+xml', ...XML_TYPES],
    },
    ['tt'],
    parseTtml,
  ),
  ofText({
    name: 'ass',
    label: 'SubStation Alpha',
    extensions: ['.ass', '.ssa'],
    contentTypes: ['text/x-ass', 'text/x-ssa'],
    looksLike: looksLikeAss,
    parse: parseAss,
  }),
  ofText({
    name: 'lrc',
    label: 'LRC',
    extensions: ['.lrc'],
    contentTypes: ['application/x-lrc', 'text/x-lrc'],
    looksLike: looksLikeLrc,
    parse: parseLrc,
  }),
  ofText({
    name: 'tsv',
    label: 'TSV of Whisper',
    extensions: ['.tsv'],
    contentTypes: ['text/tab-separated-values'],
    looksLike: looksLikeTsv,
    parse: parseTsv,
  }),
  ofJson({ name: 'json3', label: 'json3 of YouTube', extensions: ['.json3'] }, looksLikeJson3, parseJson3),
  ofXml(
    {
      name: 'srv3',
      label: 'srv3 of YouTube',
      extensions: ['.srv3', '.srv1', '.xml'],
      contentTypes: XML_TYPES,
    },
    ['timedtext', 'transcript'],
    parseSrv3,
  ),
  ofJson({ name: 'whispercpp', label: 'JSON of whisper.cpp' }, looksLikeWhisperCpp, parseWhisperCpp),
  ofJson({ name: 'whisperx', label: 'WhisperX' }, looksLikeWhisperX, parseWhisperJson),
  ofJson({ name: 'deepgram', label: 'Deepgram' }, looksLikeDeepgram, parseDeepgram),
  ofJson({ name: 'elevenlabs', label: 'ElevenLabs' }, looksLikeElevenLabs, parseElevenLabs),
  ofJson({ name: 'assemblyai', label: 'AssemblyAI' }, looksLikeAssemblyAi, parseAssemblyAi),
  ofJson({ name: 'aws', label: 'Amazon Transcribe' }, looksLikeAws, parseAws),
  ofJson({ name: 'azure', label: 'Azure' }, looksLikeAzure, parseAzure),
  ofJson({ name: 'speechmatics', label: 'Speechmatics' }, looksLikeSpeechmatics, parseSpeechmatics),
  ofJson({ name: 'ibm', label: 'IBM Watson' }, looksLikeIbm, parseIbm),
  ofJson({ name: 'google', label: 'Google' }, looksLikeGoogle, parseGoogle),
  ofJson({ name: 'rev', label: 'Rev' }, looksLikeRev, parseRev),
  ofJson({ name: 'podcast', label: 'the Podcast Namespace' }, looksLikePodcastJson, parsePodcastJson),
  ofJson({ name: 'openai', label: 'OpenAI (verbose_json)' }, looksLikeOpenAi, parseWhisperJson),
  ofJson({ name: 'faster-whisper', label: 'faster-whisper' }, looksLikeFasterWhisper, parseWhisperJson),
  ofJson({ name: 'json', label: 'Lectern' }, looksLikeSegments, segmentsOfValue),
  {
    name: 'docx',
    label: 'Word (.docx)',
    extensions: ['.docx'],
    contentTypes: [WORD_TYPE],
    sniff: ({ isWord }) => isWord,
    read: ({ text, isWord }) => {
      if (!isWord) throw unreadable('Not a Word document (.docx)');
      return parsePlainText(text);
    },
  },
  ofText({
    name: 'markdown',
    label: 'Markdown',
    extensions: ['.md', '.markdown'],
    contentTypes: ['text/markdown'],
    looksLike: () => false,
    parse: parseMarkdown,
  }),
  ofText({
    name: 'text',
    label: 'plain text',
    extensions: ['.txt'],
    contentTypes: ['text/plain'],
    looksLike: () => false,
    parse: parsePlainText,
  }),
];

/** All readers limit the length of the text. */
export const transcriptReaders: readonly TranscriptReader[] = formats.map((reader) => ({
  ...reader,
  read: (source) => {
    const transcript = reader.read(source);
    checkTexts(transcript.segments);
    return transcript;
  },
}));

/** A type that says nothing about the format, so the content decides. */
const ANY_TYPE = 'application/octet-stream';
const UNSPECIFIC = new Set([ANY_TYPE, 'text/plain', '.txt']);

export const transcriptFormats = transcriptReaders.map(({ name }) => name);
export const transcriptTypes = [
  ...new Set([JSON_TYPE, ...transcriptReaders.flatMap(({ contentTypes }) => contentTypes), ANY_TYPE]),
];
export const transcriptExtensions = [...new Set(transcriptReaders.flatMap(({ extensions }) => extensions))];

const isOnlyJson = ({ name, contentTypes }: TranscriptReader): boolean =>
  contentTypes.includes(JSON_TYPE) && name !== 'json3';
const labelsOf = (readers: readonly TranscriptReader[]): string =>
  readers.map(({ label }) => label).join(', ');
/** The JSON that is readable, for messages. */
const readableJson = `JSON of ${labelsOf(transcriptReaders.filter(isOnlyJson)).replaceAll('JSON of ', '')}`;
/** The readable formats, for messages. */
export const readableFormats = `${labelsOf(transcriptReaders.filter((reader) => !isOnlyJson(reader)))}, and ${readableJson}`;

/** The declared format of a file: its content type or extension, or a format named by the caller. */
export interface FormatHint {
  /** Takes precedence. */
  format?: string | undefined;
  /** A content type, or an extension with its dot; lower case. */
  type?: string | undefined;
}

/**
 * If the content is definitely in a format, it decides, because a name may be wrong. Markdown may contain
 * anything.
 * @throws {TranscriptFormatError} when no reader accepts the content
 */
export const readerOf = (
  source: TranscriptSource,
  { format, type = ANY_TYPE }: FormatHint,
): TranscriptReader => {
  const named = transcriptReaders.find(({ name }) => name === format);
  if (named) return named;
  const candidates = transcriptReaders.filter(
    ({ contentTypes, extensions }) => contentTypes.includes(type) || extensions.includes(type),
  );
  const only = candidates.length === 1 && !UNSPECIFIC.has(type) ? candidates[0] : undefined;
  if (only?.name === 'markdown' && !source.isWord) return only;
  const isSure = (reader: TranscriptReader): boolean => reader.sniff(source);
  return candidates.find(isSure) ?? transcriptReaders.find(isSure) ?? only ?? fallback(source, type);
};

/** Plain text, unless the content looks like JSON or XML. */
const fallback = (source: TranscriptSource, type: string): TranscriptReader => {
  const text = transcriptReaders.at(-1)!;
  const { json, xmlRoot } = source;
  if (type.endsWith('json') || /^\s*(?:\{\s*"|\[\s*\{)/.test(source.text)) {
    if (json === undefined) parseJson(source.text);
    throw unreadable(`The JSON has no segments that can be read. What is read: ${readableJson}`);
  }
  if (type.endsWith('xml') || /^\s*<(?:\?xml|!doctype)/i.test(source.text))
    throw unreadable(
      `The XML is not a supported transcript: it starts with <${xmlRoot?.slice(0, 40) ?? ''}>`,
    );
  return text;
};

const unreadable = (problem: string): TranscriptFormatError => new TranscriptFormatError(problem);
