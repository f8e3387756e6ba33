// Settings of passwords, of accounts that people make for themselves, and of sessions.
import { flag, integer, text } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const peopleSettings = {
  sys_keep_md5_hashed_password: flag({
    group: 'accounts',
    default: true,
    since: '8.3',
    live: true,
    meaning:
      'With 1 the MD5 password hash that an account brought from an older system stays beside the new one; with 0, which tepal init writes, the first sign-in erases it. New MD5 hashes are never made',
  }),
  sys_password_lifetime: integer({
    group: 'accounts',
    default: 0,
    min: 0,
    max: 36500,
    note: '0: passwords never expire',
    unit: 'days',
    since: OWN,
    live: true,
    meaning: 'Age at which a password expires and must be changed',
  }),
  sys_use_user_registration: flag({
    group: 'accounts',
    default: false,
    since: OWN,
    live: true,
    meaning: 'With 1 people may make accounts for themselves; with 0 only administrators create them',
  }),
  sys_user_approval: flag({
    group: 'accounts',
    default: true,
    since: OWN,
    live: true,
    meaning: 'With 1 an account that a person registered needs approval by an administrator',
  }),
  session_lifetime: integer({
    group: 'accounts',
    default: 14,
    min: 1,
    max: 365,
    unit: 'days',
    since: OWN,
    live: true,
    meaning: 'Age at which a browser session ends, however often it is used',
  }),
  session_idle_lifetime: integer({
    group: 'accounts',
    default: 72,
    min: 1,
    max: 8760,
    unit: 'hours',
    since: OWN,
    live: true,
    meaning: 'A browser session that was not used for so long ends',
  }),
  jwt_signing_key: text({
    group: 'programs',
    default: '',
    allowed: 'nothing, or at least 64 characters',
    accepts: (value) => value === '' || value.length >= 64,
    since: OWN,
    live: true,
    secret: true,
    meaning: 'Key that GET /jwt signs with, which programs that trust its tokens have too; empty: nothing is signed',
  }),
};
