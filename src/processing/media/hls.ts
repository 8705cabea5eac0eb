/** The renditions of an HLS stream: their sizes, the ffmpeg arguments for each, and the master playlist. */

export interface Rung {
  /** Pixels of the shorter side. */
  height: number;
  /** Bits per second. */
  videoRate: number;
}

/**
 * Approximately the bit rates of
 * https://developer.apple.com/documentation/http-live-streaming/hls-authoring-specification-for-apple-devices
 */
const LADDER: readonly Rung[] = [
  { height: 360, videoRate: 700_000 },
  { height: 480, videoRate: 1_300_000 },
  { height: 720, videoRate: 2_600_000 },
  { height: 1080, videoRate: 4_800_000 },
];
const AUDIO_RATE = 96_000;
const SEGMENT_SECS = 6;
/** H.264 Main 4.0 and AAC-LC, which all HLS players support. */
const CODECS = 'avc1.4d4028,mp4a.40.2';
const VIDEO_CODEC = 'avc1.4d4028';

/** The renditions that are no larger than the picture; a smaller picture gets one in its own size. */
export const rungsFor = (width: number, height: number): Rung[] => {
  const side = Math.min(width, height);
  const rungs = LADDER.filter((rung) => rung.height <= side);
  return rungs.length > 0 ? rungs : [{ height: side - (side % 2), videoRate: LADDER[0]!.videoRate }];
};

export const rungName = ({ height }: Rung): string => `${height}p`;

/** Maximum bytes of a rendition: twice its nominal rate. */
export const maxRungBytes = ({ videoRate }: Rung, durationSecs: number): number =>
  Math.ceil(((videoRate + AUDIO_RATE) / 8) * (durationSecs + 60) * 2);

/**
 * Arguments of the output: a playlist, and one file with all segments, which the playlist addresses by byte
 * range.
 * @param names of the playlist and of the file
 */
export const rungArguments = (
  { height, videoRate }: Rung,
  names: { playlist: string; segments: string },
): string[] =>
  [
    ['-map', '0:v:0', '-map', '0:a:0?'],
    ['-vf', `scale='if(gte(iw,ih),-2,${height})':'if(gte(iw,ih),${height},-2)',format=yuv420p`],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-level:v', '4.0', '-threads', '2'],
    ['-b:v', String(videoRate), '-maxrate', String(videoRate * 1.1), '-bufsize', String(videoRate * 2)],
    ['-fpsmax', '60', '-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECS})`],
    ['-c:a', 'aac', '-b:a', String(AUDIO_RATE), '-ac', '2', '-ar', '48000'],
    ['-f', 'hls', '-hls_time', String(SEGMENT_SECS), '-hls_playlist_type', 'vod'],
    ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', '-hls_segment_filename', names.segments],
    names.playlist,
  ].flat();

/** The master playlist, from which players choose a rendition. */
export const masterPlaylist = (
  rungs: readonly { rung: Rung; playlist: string }[],
  { width, height, hasSound }: { width: number; height: number; hasSound: boolean },
): string => {
  const lines = rungs.flatMap(({ rung, playlist }) => {
    const scale = rung.height / Math.min(width, height);
    const even = (side: number): number => 2 * Math.round((side * scale) / 2);
    const bandwidth = Math.ceil(rung.videoRate * 1.1) + (hasSound ? AUDIO_RATE : 0);
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${even(width)}x${even(height)},CODECS="${hasSound ? CODECS : VIDEO_CODEC}"`,
      playlist,
    ];
  });
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
};
