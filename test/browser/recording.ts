/**
 * Recordings for players: a tone as a WAV file, written here byte by byte because that needs no codec; and a film
 * with a stream if ffmpeg is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { findProgram } from '../../src/platform/lib/find-program.js';
import {
  siblingKey,
  blobPath,
  STREAM_PLAYLIST,
  type RenditionName,
} from '../../src/platform/storage/blob-key.js';
import { masterPlaylist, rungArguments, rungName, rungsFor } from '../../src/processing/media/hls.js';
import type { Tenant, TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** The lowest sample rate that browsers play. */
const SAMPLES_PER_SECOND = 3_000;
const HEADER_BYTES = 44;

/** A tone, with 3,000 bytes for each second. */
export const wav = (seconds: number): Buffer => {
  const samples = seconds * SAMPLES_PER_SECOND;
  const file = Buffer.alloc(HEADER_BYTES + samples);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  file.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at++) file[HEADER_BYTES + at] = 128 + Math.round(20 * Math.sin(at / 4));
  return file;
};

const ffmpeg = findProgram('ffmpeg', process.env.PATH ?? '');
export const canFilm = ffmpeg !== null;
const SIZE = { width: 854, height: 480 };

/** Gives an item a film with its stream at once, while the server would make the stream when it is idle. */
export const addFilm = async (
  { app }: TestApp,
  tenant: Tenant,
  itemId: number,
  seconds: number,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-film-'));
  try {
    const inputs = [`testsrc=s=${SIZE.width}x${SIZE.height}:r=5:d=${seconds}`, `sine=f=300:d=${seconds}`];
    const run = (args: string[]): void => {
      const sources = inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]);
      const streams = args.map((arg) => (arg === '0:a:0?' ? '1:a:0' : arg));
      const { status, stderr } = spawnSync(ffmpeg!, ['-y', ...sources, ...streams], {
        cwd: folder,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
    };
    run(['-preset', 'ultrafast', 'film.mp4']);
    const bytes = readFileSync(join(folder, 'film.mp4'));
    const id = await upload(tenant, itemId, { bytes, mimeType: 'video/mp4', seconds });
    const { url } = await app.db
      .selectFrom('mediaAsset')
      .select('url')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const store = async (name: string, contentType: string, body: Buffer): Promise<string> => {
      const key = siblingKey(url!.slice('/files/'.length), name as RenditionName);
      await app.blobs.write(key, Readable.from([body]), { contentType, sizeBytes: body.length });
      return blobPath(key);
    };
    const playlists = rungsFor(SIZE.width, SIZE.height).map((rung) => {
      const name = `_stream-${rungName(rung)}`;
      run(rungArguments(rung, { playlist: `${name}.m3u8`, segments: `${name}.mp4` }));
      return { rung, playlist: `${name}.m3u8` };
    });
    for (const { playlist } of playlists) {
      const segments = playlist.replace('m3u8', 'mp4');
      await store(playlist, PLAYLIST_TYPE, readFileSync(join(folder, playlist)));
      await store(segments, 'video/mp4', readFileSync(join(folder, segments)));
    }
    const master = Buffer.from(masterPlaylist(playlists, { ...SIZE, hasSound: true }));
    const streamUrl = await store(STREAM_PLAYLIST, PLAYLIST_TYPE, master);
    await app.db.updateTable('mediaAsset').set({ streamUrl }).where('id', '=', id).execute();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Gives an item a recording. @returns the id of the media asset */
export const addRecording = (tenant: Tenant, itemId: number, seconds: number): Promise<number> =>
  upload(tenant, itemId, { bytes: wav(seconds), mimeType: 'audio/wav', seconds });

const upload = async (
  { api }: Tenant,
  itemId: number,
  { bytes, mimeType, seconds }: { bytes: Buffer; mimeType: string; seconds: number },
): Promise<number> => {
  const declared = {
    contentType: mimeType.split('/')[0],
    mimeType,
    fileSizeBytes: bytes.length,
    durationSecs: seconds,
  };
  const { status, body } = await api.post(`/items/${itemId}/media/create`, declared);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await web.put(body.uploadUrl, bytes, { 'Content-Type': mimeType });
  return body.mediaAsset.id;
};
