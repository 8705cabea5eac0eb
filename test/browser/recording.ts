/** Recordings for players: a tone as a WAV file, whose bytes are written here so that no codec is needed. */
import type { Tenant } from '../support/start-app.js';
import { web } from '../support/web.js';

/** The lowest rate that browsers play. */
const SAMPLES_PER_SECOND = 3_000;
const HEADER_BYTES = 44;

const wav = (seconds: number): Buffer => {
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

/** Gives an item a recording. @returns the id of the media asset */
export const addRecording = async ({ api }: Tenant, itemId: number, seconds: number): Promise<number> => {
  const bytes = wav(seconds);
  const declared = {
    contentType: 'audio',
    mimeType: 'audio/wav',
    fileSizeBytes: bytes.length,
    durationSecs: seconds,
  };
  const { status, body } = await api.post(`/items/${itemId}/media/create`, declared);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await web.put(body.uploadUrl, bytes, { 'Content-Type': 'audio/wav' });
  return body.mediaAsset.id;
};
