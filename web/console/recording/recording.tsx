/** Plays a recording in the console, above its waveform. It counts in no report. */
import { useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import type { Schemas } from '../api/account.js';
import styles from './recording.module.css';
import { Waveform } from './waveform.js';

interface Props {
  asset: Schemas['MediaAsset'];
  label: string;
  player?: RefObject<HTMLMediaElement | null>;
  /** Drawn over the waveform. */
  children?: ReactNode;
}

/** Whether the asset has a file that browsers can play. */
export const isPlayable = ({ contentType, url }: Schemas['MediaAsset']): boolean =>
  contentType !== 'text' && url !== null;

export const Recording = ({ asset, label, player, children }: Props) => {
  const own = useRef<HTMLMediaElement>(null);
  const element = player ?? own;
  const [share, setShare] = useState(0);
  // Addresses are signed anew with each response: the sound goes on with the one that it began with.
  const [url] = useState(asset.url);
  const [poster] = useState(asset.posterUrl);
  const secs = (): number => element.current?.duration || (asset.durationSecs ?? 0);
  const common = {
    className: styles.player,
    src: url ?? undefined,
    controls: true,
    preload: 'metadata',
    'aria-label': label,
    onTimeUpdate: () => setShare(secs() > 0 ? (element.current?.currentTime ?? 0) / secs() : 0),
  } as const;
  return (
    <div>
      {/* The transcript is its text. */}
      {asset.contentType === 'video' ? (
        <video ref={element as Ref<HTMLVideoElement>} {...common} poster={poster ?? undefined} />
      ) : (
        <audio ref={element} {...common} />
      )}
      <Waveform
        mediaAssetId={asset.id}
        url={asset.waveformUrl}
        seek={(to) => {
          if (element.current) element.current.currentTime = to * secs();
        }}
      >
        {children}
        <div className={styles.playhead} style={{ left: `${share * 100}%` }} />
      </Waveform>
    </div>
  );
};
