/** Cuts a part out of a picture, in the browser. */
import type { Part } from './crop.js';

/** Wide enough for any screen. */
const MAX_SIDE = 2_560;
const QUALITY = 0.9;

/** @returns a JPEG; of a PNG or WebP, which may be transparent, the same, or a PNG where the browser writes no WebP */
export const cutPicture = async (picture: ImageBitmap, part: Part, type: string): Promise<File> => {
  const scale = Math.min(1, MAX_SIDE / Math.max(part.width, part.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const { left, top, width, height } = part;
  canvas.getContext('2d')?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  const wanted = ['image/png', 'image/webp'].includes(type) ? type : 'image/jpeg';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, wanted, QUALITY));
  if (!blob) throw new Error('The browser cannot cut this picture');
  return new File([blob], 'artwork', { type: blob.type });
};
