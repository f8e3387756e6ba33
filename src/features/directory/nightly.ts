// The synchronisation of every night.
import { Type } from 'typebox';
import { handleJob } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { NightlyJob } from '../housekeeping/index.ts';
import type { DirectorySync } from './sync.service.ts';

const NoPayload = Type.Object({});
const ldapSync: JobType<typeof NoPayload> = { name: 'ldap-sync', payload: NoPayload };

/** A part of ROOT_DAILY (specification, section 6). */
export const nightlySync: NightlyJob = {
  type: ldapSync,
  payload: {},
  isWanted: (settings) => settings.sys_auth_type === 'ldap' && settings.sys_ldap_daily_sync,
};

export const createNightlySync = (sync: Pick<DirectorySync, 'synchronise'>, logger: Logger): JobHandler =>
  handleJob(ldapSync, async (_payload, { signal }) => {
    const { people, accounts, suspended, refusal, groups } = await sync.synchronise({ isDryRun: false, signal });
    const facts = { people, accounts, suspended: suspended.length, groups };
    if (refusal === undefined) logger.info(facts, 'synchronised with the directory');
    else logger.error(facts, `the synchronisation with the directory suspended nobody: ${refusal}`);
  });
