/** Removes secrets from logged paths: the parts that authorise access to uploads, files and transcripts. */

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
