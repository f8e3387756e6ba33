// The one ordered list of migrations. A released file is never edited.
import type { Migration } from '../platform/database/index.ts';
import { foundation } from './0001-foundation.ts';
import { audit } from './0002-audit.ts';
import { planning } from './0003-planning.ts';
import { groups } from './0004-groups.ts';
import { accounts } from './0005-accounts.ts';
import { credentials } from './0006-credentials.ts';
import { projects } from './0007-projects.ts';
import { artifactCounts } from './0008-artifact-counts.ts';
import { jobs } from './0009-jobs.ts';
import { queries } from './0010-queries.ts';
import { trackerNames } from './0011-tracker-names.ts';
import { workflow } from './0012-workflow.ts';
import { artifactOperations } from './0013-artifact-operations.ts';
import { attachments } from './0014-attachments.ts';
import { artifactRanks } from './0015-artifact-ranks.ts';
import { queryIndexes } from './0016-query-indexes.ts';
import { directory } from './0017-directory.ts';
import { events } from './0018-events.ts';
import { mail } from './0019-mail.ts';
import { mailIn } from './0020-mail-in.ts';
import { sourceControl } from './0021-source-control.ts';
import { eventsOut } from './0022-events-out.ts';
import { search } from './0023-search.ts';
import { git } from './0024-git.ts';
import { webhookSecrets } from './0025-webhook-secrets.ts';
import { searchMerging } from './0026-search-merging.ts';
import { textParts } from './0027-text-parts.ts';
import { keyOrder } from './0028-key-order.ts';
import { jobShares } from './0029-job-shares.ts';
import { lostCommits } from './0030-lost-commits.ts';
import { renderedTexts } from './0031-rendered-texts.ts';
import { banner } from './0032-banner.ts';
import { sessionPlaces } from './0033-session-places.ts';
import { visits } from './0034-visits.ts';
import { mailParts } from './0035-mail-parts.ts';
import { accountLinks } from './0036-account-links.ts';
import { kanban } from './0037-kanban.ts';
import { presence } from './0038-presence.ts';
import { textCosts } from './0039-text-costs.ts';
import { cardwall } from './0040-cardwall.ts';
import { dashboards } from './0041-dashboards.ts';
import { agents } from './0042-agents.ts';
import { sshKeys } from './0043-ssh-keys.ts';
import { pullRequests } from './0044-pull-requests.ts';
import { labels } from './0045-labels.ts';
import { mergeRules } from './0046-merge-rules.ts';
import { programs } from './0047-programs.ts';
import { listChanges } from './0048-list-changes.ts';
import { codeReferences } from './0049-code-references.ts';
import { deletedRepositories } from './0050-deleted-repositories.ts';
import { dashboardOrder } from './0051-dashboard-order.ts';
import { operations } from './0052-operations.ts';
import { ownersAndInvitations } from './0053-owners-and-invitations.ts';
import { projectUploads } from './0054-project-uploads.ts';
import { burnupTrackers } from './0055-burnup-trackers.ts';
import { forks } from './0056-forks.ts';
import { projectUploadEnds } from './0057-project-upload-ends.ts';
import { joinRequests } from './0058-join-requests.ts';
import { memberEnds } from './0059-member-ends.ts';
import { projectServices } from './0060-project-services.ts';
import { unreadGitRights } from './0061-unread-git-rights.ts';
import { referencePatterns } from './0062-reference-patterns.ts';
import { legalTexts } from './0063-legal-texts.ts';
import { firstIds } from './0064-first-ids.ts';
import { gitLfs } from './0065-git-lfs.ts';
import { viewedFiles } from './0066-viewed-files.ts';
import { lineRanges } from './0067-line-ranges.ts';
import { siteLogo } from './0068-site-logo.ts';
import { projectStorage } from './0069-project-storage.ts';
import { withdrawnJoinRequests } from './0070-withdrawn-join-requests.ts';
import { ownSvnRules } from './0071-own-svn-rules.ts';
import { resolvedThreads } from './0072-resolved-threads.ts';
import { groupValues } from './0073-group-values.ts';
import { storageMeasures } from './0074-storage-measures.ts';
import { dateReminders } from './0075-date-reminders.ts';
import { quietSideBars } from './0076-quiet-side-bars.ts';
import { unusedLinkTypes } from './0077-unused-link-types.ts';
import { toldNotes } from './0078-told-notes.ts';
import { emptyComments } from './0079-empty-comments.ts';
import { linkEnds } from './0080-link-ends.ts';
import { toldReasons } from './0081-told-reasons.ts';
import { newFolding } from './0082-folding-version.ts';
import { artifactDeletions } from './0083-artifact-deletions.ts';
import { writtenNames } from './0084-written-names.ts';
import { unknownNames } from './0085-unknown-names.ts';
import { movedFrom } from './0086-moved-from.ts';
import { broughtObjects } from './0087-brought-objects.ts';
import { pathReferences } from './0088-path-references.ts';
import { provenAddresses } from './0089-proven-addresses.ts';
import { textEncodings } from './0090-text-encodings.ts';
import { jobClocks } from './0091-job-clocks.ts';
import { namedMoves } from './0092-named-moves.ts';
import { i18nMessages } from './0093-i18n-messages.ts';
import { invitationLinks } from './0094-invitation-links.ts';
import { withdrawnInvitations } from './0095-withdrawn-invitations.ts';
import { sampleArtifacts } from './0096-sample-artifacts.ts';
import { projectGuests } from './0097-project-guests.ts';
import { inbox } from './0098-inbox.ts';
import { activity } from './0099-activity.ts';

export const migrations: readonly Migration[] = [
  foundation,
  audit,
  planning,
  groups,
  accounts,
  credentials,
  projects,
  artifactCounts,
  jobs,
  queries,
  trackerNames,
  workflow,
  artifactOperations,
  attachments,
  artifactRanks,
  queryIndexes,
  directory,
  events,
  mail,
  mailIn,
  sourceControl,
  eventsOut,
  search,
  git,
  webhookSecrets,
  searchMerging,
  textParts,
  keyOrder,
  jobShares,
  lostCommits,
  renderedTexts,
  banner,
  sessionPlaces,
  visits,
  mailParts,
  accountLinks,
  kanban,
  presence,
  textCosts,
  cardwall,
  dashboards,
  agents,
  sshKeys,
  pullRequests,
  labels,
  mergeRules,
  programs,
  listChanges,
  codeReferences,
  deletedRepositories,
  dashboardOrder,
  operations,
  ownersAndInvitations,
  projectUploads,
  burnupTrackers,
  forks,
  projectUploadEnds,
  joinRequests,
  memberEnds,
  projectServices,
  unreadGitRights,
  referencePatterns,
  legalTexts,
  firstIds,
  gitLfs,
  viewedFiles,
  lineRanges,
  siteLogo,
  projectStorage,
  withdrawnJoinRequests,
  ownSvnRules,
  resolvedThreads,
  groupValues,
  storageMeasures,
  dateReminders,
  quietSideBars,
  unusedLinkTypes,
  toldNotes,
  emptyComments,
  linkEnds,
  toldReasons,
  newFolding,
  artifactDeletions,
  writtenNames,
  unknownNames,
  movedFrom,
  broughtObjects,
  pathReferences,
  provenAddresses,
  textEncodings,
  jobClocks,
  namedMoves,
  i18nMessages,
  invitationLinks,
  withdrawnInvitations,
  sampleArtifacts,
  projectGuests,
  inbox,
  activity,
];
