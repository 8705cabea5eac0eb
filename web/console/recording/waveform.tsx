/** The loudness of a recording over its length. A click goes there; keyboards use the controls of the player. */
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { useAccount } from '../api/account.js';
import { barsOf, readPeaks } from './peaks.js';
import styles from './recording.module.css';

/** A bar takes two pixels of a wide screen. */
const BARS = 600;

interface Props {
  mediaAssetId: number;
  /** Null until the server has made it, or where it has no ffmpeg. */
  url: string | null;
  /** @param share of the recording, from 0 to 1 */
  seek(share: number): void;
  /** Drawn over it. */
  children?: ReactNode;
}

export const Waveform = ({ mediaAssetId, url, seek, children }: Props) => {
  const { keys } = useAccount();
  const { data: bars } = useQuery({
    // Addresses are signed anew with each response, and peaks stay.
    queryKey: keys.part('media', mediaAssetId, 'peaks'),
    enabled: url !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }) => barsOf(await readPeaks(url!, signal), BARS),
  });
  if (url === null) return null;
  const go = ({ clientX, currentTarget }: MouseEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seek((clientX - left) / width);
  };
  return (
    <Box className={styles.waveform} onClick={go} aria-hidden data-waveform={bars ? 'drawn' : 'waiting'}>
      {bars && (
        <svg viewBox={`0 0 ${bars.length} 2`} preserveAspectRatio="none">
          <path d={bars.map((bar, at) => `M${at + 0.5} ${1 - bar}V${1 + bar}`).join('')} />
        </svg>
      )}
      {children}
    </Box>
  );
};
