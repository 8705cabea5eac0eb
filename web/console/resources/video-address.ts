/** Videos of platforms, by the addresses that people copy. */

export interface PlatformVideo {
  externalPlatform: 'youtube' | 'vimeo';
  externalPlatformId: string;
}

const YOUTUBE =
  /(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/;
const VIMEO = /vimeo\.com\/(?:video\/)?(\d{1,15})(?!\d)/;

/** @returns null for any other address */
export const videoOf = (address: string): PlatformVideo | null => {
  const youtube = YOUTUBE.exec(address)?.[1];
  if (youtube) return { externalPlatform: 'youtube', externalPlatformId: youtube };
  const vimeo = VIMEO.exec(address)?.[1];
  return vimeo ? { externalPlatform: 'vimeo', externalPlatformId: vimeo } : null;
};
