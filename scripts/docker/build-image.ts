/** Runs the stages of a Dockerfile in folders, and returns how the image would be started. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { note } from '../../src/cli/output.js';
import { makeBase, PATH, runStep, type Settings } from './chroot.js';
import {
  commandOf,
  createIgnore,
  parseDockerfile,
  variablesOf,
  type Instruction,
  type Stage,
} from './dockerfile.js';

export interface Image extends Settings {
  root: string;
  command: string[];
  healthCheck: string[];
  volumes: string[];
}

/** @param work an empty folder for the stages */
export const buildImage = (project: string, work: string): Image => {
  const context = join(work, 'context');
  copyContext(project, context);
  const base = join(work, 'base');
  note('• Base image from Debian packages …');
  const stages = parseDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8'));
  makeBase(base, nodeOf(stages));
  const built = new Map<string, string>();
  let image: Image | undefined;
  for (const stage of stages) {
    const root = join(work, `stage-${built.size}`);
    execFileSync('cp', ['-a', '--reflink=auto', base, root]);
    image = buildStage(stage, root, (from) =>
      from === undefined ? context : (built.get(from) ?? missing(from)),
    );
    built.set(stage.name ?? String(built.size), root);
  }
  return image ?? missing('FROM');
};

/** The major version of Node in the base image of all stages. */
const nodeOf = (stages: readonly Stage[]): string => {
  const [image = '', ...others] = new Set(stages.map(({ image }) => image));
  const [, major] = /^node:(\d+)-bookworm-slim$/.exec(image) ?? [];
  if (major === undefined || others.length > 0)
    throw new Error(
      `The base here stands for one node:<version>-bookworm-slim, not ${[image, ...others].join(', ')}`,
    );
  return major;
};

const missing = (name: string): never => {
  throw new Error(`The Dockerfile has no ${name}`);
};

const buildStage = ({ instructions }: Stage, root: string, source: (from?: string) => string): Image => {
  const image: Image = {
    root,
    env: { PATH },
    workdir: '/',
    user: 'root',
    command: [],
    healthCheck: [],
    volumes: [],
  };
  for (const { name, flags, value } of instructions) {
    note(`• ${name} ${value.length > 100 ? `${value.slice(0, 100)}…` : value}`);
    const steps: Partial<Record<string, () => void>> = {
      RUN: () => runStep(root, commandOf(value), image),
      COPY: () => copy(value, source(flags.from), image),
      ENV: () => Object.assign(image.env, variablesOf(value)),
      WORKDIR: () => {
        image.workdir = resolve(image.workdir, value);
        mkdirSync(join(root, image.workdir), { recursive: true });
      },
      USER: () => (image.user = value),
      VOLUME: () => image.volumes.push(value),
      HEALTHCHECK: () => (image.healthCheck = commandOf(value.replace(/^CMD\s+/, ''))),
      CMD: () => (image.command = commandOf(value)),
      EXPOSE: () => undefined,
      STOPSIGNAL: () => undefined,
    };
    (steps[name] ?? (() => missing(`known instruction: ${name}`)))();
  }
  return image;
};

/** Copies the files that git tracks or would add, without those excluded by .dockerignore. */
const copyContext = (project: string, to: string): void => {
  const ignored = createIgnore(readFileSync(join(project, '.dockerignore'), 'utf8'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  });
  for (const path of files.split('\0').filter((path) => path !== '' && !ignored(path))) {
    if (!existsSync(join(project, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(project, path), join(to, path));
  }
};

const copy = (value: Instruction['value'], from: string, { root, workdir }: Image): void => {
  const paths = value.split(/\s+/);
  const target = paths.pop() ?? '';
  const to = join(root, resolve(workdir, target));
  for (const path of paths) {
    const source = join(from, path);
    const into = statSync(source).isFile() && target.endsWith('/') ? join(to, basename(path)) : to;
    mkdirSync(dirname(into), { recursive: true });
    // As in Docker, copying a folder copies its content.
    if (statSync(source).isFile()) cpSync(source, into);
    else execFileSync('cp', ['-aT', '--reflink=auto', source, into]);
  }
};
