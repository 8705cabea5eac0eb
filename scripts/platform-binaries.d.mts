/** Types of platform-binaries.mjs, for the tests. */
export interface Platform {
  os: string;
  cpu: string;
  libc: string | null;
  node: number;
}
interface Package {
  version?: string;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}
export declare const thisPlatform: () => Platform;
export declare const findMissing: (
  packages: Record<string, Package>,
  platform: Platform,
  versionAt: (path: string) => string | undefined,
) => { missing: { parent: string; name: string; version: string }[]; unavailable: string[] };
export declare const installPlatformBinaries: (
  root: string,
  say: (line: string) => void,
  platform?: Platform,
) => void;
