/** The backups of the installation, for operators. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { components } from '../../../client/console-api.js';
import { sessionApi, unwrap } from '../api/session-api.js';

export type BackupOverview = components['schemas']['BackupOverview'];
export type Backup = BackupOverview['backups'][number];
export type BackupRun = BackupOverview['runs'][number];

export const backupsKey = ['backups'] as const;

/** While a run goes on, it is read this often, in ms. */
const POLL_MS = 1_500;

export const isOpen = ({ state }: BackupRun): boolean => state === 'waiting' || state === 'running';

export const useBackups = (enabled = true): UseQueryResult<BackupOverview> =>
  useQuery({
    queryKey: backupsKey,
    queryFn: () => unwrap(sessionApi.GET('/operator/backups')),
    enabled,
    refetchInterval: ({ state: { data } }) => (data?.runs.some(isOpen) ? POLL_MS : false),
  });
