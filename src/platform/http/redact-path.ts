/** Paths as the log shows them: without the parts that open uploads, files and transcripts to whoever has them. */

const CAPABILITIES = [
  /(\/uploads\/[^/]*\/[^/]*\/).+/i,
  /(\/files\/).+(?=\/)/i,
  /(\/accounts\/[^/]*\/transcripts\/[^/]*\/).+/i,
];

export const redactPath = (path: string): string =>
  CAPABILITIES.reduce((text, pattern) => text.replace(pattern, '$1…'), decoded(path));

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
