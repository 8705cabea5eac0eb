/** The part of `lectern doctor` about the machine: versions, disks, memory and ffmpeg. */
import { execFile } from 'node:child_process';
import { access, constants, mkdir, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { App } from '../app.js';
import { sqliteFile } from '../platform/db/connect.js';
import { ALLOCATOR_SETTINGS } from '../platform/lib/allocator.js';
import { messageOf } from '../platform/lib/errors.js';
import { programVersion } from '../platform/lib/package-folder.js';
import { worst, type Finding } from './doctor-finding.js';
import { indexMetrics, type Server } from './doctor-server.js';

/** As in the README. */
const SUPPORTED_NODE = [20, 22, 24, 26];
const FULL_DISK_BYTES = 1024 ** 3;
const LOW_DISK_BYTES = 5 * 1024 ** 3;
/** A file system without inodes takes no new file, however much space it has. */
const LOW_INODES = 10_000;
const FFMPEG_TIMEOUT_MS = 5_000;

export const checkVersions = (): Finding[] => {
  const { node } = process.versions;
  const isSupported = SUPPORTED_NODE.includes(Number.parseInt(node, 10));
  return [
    { name: 'lectern', status: 'ok', message: programVersion() },
    {
      name: 'node',
      status: isSupported ? 'ok' : 'warning',
      message: isSupported ? node : `${node}: Lectern supports Node ${SUPPORTED_NODE.join(', ')}`,
    },
  ];
};

/** The file systems of the data folder, the spool and the database, each once. */
export const checkDisks = async ({ config: { dataDir, databaseUrl, analytics } }: App): Promise<Finding> => {
  const name = 'disk';
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    const file = sqliteFile(databaseUrl);
    const folders = [dataDir, ...(file === null ? [] : [dirname(file)]), analytics.spoolDir];
    const disks = new Map<number, string>();
    for (const folder of folders) {
      const device = (await stat(folder).catch(() => null))?.dev;
      if (device !== undefined && !disks.has(device)) disks.set(device, folder);
    }
    const states = await Promise.all([...disks.values()].map(diskState));
    return {
      name,
      status: worst(states),
      message: states.map(({ message }) => message).join('\n'),
    };
  } catch (error) {
    return {
      name,
      status: 'error',
      message: `${dataDir} is not writable (${messageOf(error)}): set DATA_DIR or fix its permissions`,
    };
  }
};

const diskState = async (folder: string): Promise<Omit<Finding, 'name'>> => {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  const bytes = bavail * bsize;
  const free = `${(bytes / 1024 ** 3).toFixed(1)} GiB free in ${folder}`;
  // Some file systems have no fixed number of files, and report 0.
  if (files > 0 && ffree < LOW_INODES)
    return { status: 'error', message: `${free}, but room for only ${ffree} more files: delete some` };
  const status = bytes < FULL_DISK_BYTES ? 'error' : bytes < LOW_DISK_BYTES ? 'warning' : 'ok';
  return { status, message: status === 'ok' ? free : `${free}: free some space` };
};

/** The settings of the server on this machine or, without one, of this command. */
export const checkAllocator = ({ config }: App, server: Server | undefined): Finding => {
  const name = 'memory allocator';
  const served = indexMetrics(server)?.missingAllocatorSettings;
  if ((served ?? config.missingAllocatorSettings.length) === 0) return { name, status: 'ok', message: 'set' };
  const settings = Object.entries(ALLOCATOR_SETTINGS)
    .map((pair) => pair.join('='))
    .join(' ');
  const where = served === undefined ? 'here' : `for the server on port ${config.privatePort}`;
  return {
    name,
    status: 'warning',
    message: `not set ${where}: start the server with ${settings} to release memory after large uploads`,
  };
};

export const checkVariables = ({ config }: App): Finding => {
  const name = 'environment variables';
  const { unknownVariables } = config;
  return unknownVariables
    ? { name, status: 'warning', message: unknownVariables }
    : { name, status: 'ok', message: 'all known' };
};

/** Runs ffmpeg, because one on the PATH may lack a library or an encoder. */
export const checkFfmpeg = async ({ config: { ffmpeg, transcode } }: App): Promise<Finding> => {
  const name = 'ffmpeg';
  if (ffmpeg === null)
    return transcode
      ? { name, status: 'error', message: 'not on the PATH, but TRANSCODE needs it: install ffmpeg' }
      : {
          name,
          status: 'ok',
          message:
            'not on the PATH: recordings get no waveform, audio version or poster, and few types can be transcribed',
        };
  try {
    const { stdout } = await promisify(execFile)(ffmpeg, ['-hide_banner', '-encoders'], {
      timeout: FFMPEG_TIMEOUT_MS,
    });
    if (!transcode || /\blibx264\b/.test(stdout)) return { name, status: 'ok', message: ffmpeg };
    const message = `${ffmpeg} has no encoder libx264, which TRANSCODE needs: install a complete ffmpeg`;
    return { name, status: 'error', message };
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n');
    return { name, status: 'error', message: `${ffmpeg} does not run (${reason}): install it again` };
  }
};
