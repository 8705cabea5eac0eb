/** Recognises the names that programs and devices write: recorders, cameras, messengers, captions. */
import { foldedWords } from '../../../indexer/index.js';
import { findDate } from './dates.js';
import { KINDS, ORGANISATION } from './word-lists.js';

/** Words of titles that programs generate, folded. */
const GENERIC = new Set(
  (
    'audio video voice auto automatic generated full raw edited final text file new meeting zoom microsoft word transcript transcripts ' +
    'transcription transcriptions captions caption subtitles subtitle recording recordings untitled document memo memos transkript ' +
    'transkription untertitel aufnahme aufnahmen dokument unbenannt neue neues datei sprachmemo sprachaufnahme grabacion nueva nota ' +
    'enregistrement nouvel nouveau gravacao nova voz vocale note'
  ).split(' '),
);
/** A generated title contains at least one of these. */
const CORE =
  /transcri|transkri|caption|subtitle|untertitel|recording|aufnahme|untitled|unbenannt|do[ck]ument|memo|grabaci[oó]n|enregistrement|grava[cç][aã]o/i;
/** Further words of devices and programs, folded. */
const DEVICE = new Set(
  (
    'whatsapp image ptt signal telegram gmt obs replay screen screenshot captura pantalla tela capture ecran ' +
    'bildschirmaufnahme bildschirm bildschirmfoto bildschirmvideo videoplayback standard mp3 mp4 only playback camera clip saved closed gallery gvo ' +
    'speaker view shared at um a as las alle de del da do l le uhr am pm utc my meine lr'
  ).split(' '),
);
/** A word that only devices and programs write, or a number after letters of theirs: `IMG_0042`, `WA0003`. */
const MARK =
  /^(?:whatsapp|ptt|gmt|screenshot|videoplayback|bildschirm\p{L}*|img|vid|aud|wa|pxl|mvi|dsc[fn]?|gopr|g[hx]|mah|dji|rec|zoom|ste|tascam|dr|vn|mov|screen|captura|capture|obs|replay)$/u;
const PREFIX =
  /^(?:img|vid|aud|ptt|wa|pxl|mvi|dsc[fn]?|gopr|g[hx]|mah|dji|rec|zoom|ste|tascam|dr|vn|mov|c|p|voice|track|clip|video|audio|memo|lr|tr|ms|take)$/;
/** `audio`, `audio_only`, `video1234567890` */
const MEDIUM = /^(?:audio|video|media|sound|voice)(?:[ _-]?(?:only|\d+))?$/i;
/** The identifier that download programs add: `[dQw4w9WgXcQ]`. */
const VIDEO_ID = /\s{0,3}\[([\w-]{11})\]$/;
/** Folders that hold many talks, folded. */
const CONTAINERS = new Set(
  (
    'sermons talks messages teachings media downloads desktop documents files uploads upload export exports archive podcast podcasts ' +
    'predigten vortrage downloads dateien archiv sermones predicaciones mensajes archivos predications messages fichiers archives ' +
    'sermoes pregacoes mensagens arquivos english german spanish french portuguese deutsch espanol francais portugues'
  ).split(' '),
);

/** True for `Audio Transcription`, `Untitled document 2` and the like. */
export function isGenericTitle(title: string): boolean {
  const words = foldedWords(title).map(({ folded }) => folded);
  return CORE.test(title) && words.every((word) => GENERIC.has(word) || /^\d+$/.test(word));
}

/**
 * True for `WhatsApp Audio 2025-05-04 at 10.30.12`, `GMT20250504-093012_Recording`, `IMG_0042` and the like, which say
 * nothing but a date.
 * @param name without extension
 */
export const isProgramName = (name: string): boolean => {
  if (MEDIUM.test(name)) return true;
  const date = findDate(name)?.text ?? '';
  const rest = name.replace(date, ' ');
  const parts =
    rest
      .normalize('NFD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .match(/\p{L}+|\d+/gu) ?? [];
  const isCode = (at: number): boolean => PREFIX.test(parts[at]!) && /^\d{3,}$/.test(parts[at + 1] ?? '');
  const isOfProgram = parts.every(
    (part, at) =>
      /^\d+$/.test(part) ||
      GENERIC.has(part) ||
      DEVICE.has(part) ||
      MARK.test(part) ||
      isCode(at) ||
      (part === 'x' && /^\d+$/.test(parts[at - 1] ?? '')),
  );
  if (!isOfProgram || parts.length === 0) return false;
  return (
    date !== '' ||
    /^\d{6}[-_]\d{4,6}$/.test(name) ||
    parts.some((part, at) => MARK.test(part) || CORE.test(part) || isCode(at))
  );
};

/** Whether a folder may be named after its only talk, rather than after what kind of talks it holds. */
export const mayNameTalk = (folder: string): boolean => {
  const words = foldedWords(folder).map(({ folded }) => folded);
  return (
    !ORGANISATION.test(folder) &&
    words.some(
      (word) => !CONTAINERS.has(word) && !KINDS.has(word) && !GENERIC.has(word) && !/^\d+$/.test(word),
    )
  );
};

/** The name without the identifier of a video. */
export const withoutVideoId = (name: string): string => {
  const found = VIDEO_ID.exec(name);
  return found && found.index > 0 && /\d|[_-]|\p{Ll}\p{Lu}/u.test(found[1]!)
    ? name.slice(0, found.index)
    : name;
};
