/** Reads the tags of recordings, from which the import guesses before they are uploaded. */
import type { Schemas } from '../api/account.js';

type Tags = NonNullable<Schemas['GuessFiles']['files'][number]['tags']>;

/** For each file. */
const TIMEOUT_MS = 10_000;

const cut = (text: string | number | undefined, length: number): string | undefined =>
  text === undefined ? undefined : String(text).slice(0, length);

/** @returns no tags for files without any, and for files that cannot be read */
export const readTags = async (file: File): Promise<Tags> => {
  if (!/^(?:audio|video)\//.test(file.type) && !/\.(?:mp3|m4a|m4b|mp4|flac|ogg|opus|wav)$/i.test(file.name))
    return {};
  try {
    const { parseBlob } = await import('music-metadata');
    const options = { duration: false, skipCovers: true, skipPostHeaders: true };
    const { common } = await withinTime(parseBlob(file, options));
    const { title, artists, album, date, track, comment, language } = common;
    return {
      title: cut(title, 1_000),
      artist: cut(artists?.join('; '), 1_000),
      album: cut(album, 1_000),
      date: cut(date, 100),
      track: track.no ?? undefined,
      comment: cut(comment?.[0]?.text, 5_000),
      language: cut(language, 35),
    };
  } catch {
    return {};
  }
};

/** A file whose headers lead from one to the next takes long: its name is enough then. */
const withinTime = <T>(reading: Promise<T>): Promise<T> =>
  Promise.race([
    reading,
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('The tags take too long')), TIMEOUT_MS),
    ),
  ]);
