// What can be said about pull requests, and be asked of what was said.
import type { Static } from 'typebox';
import type { Page, Viewer } from '../projects/index.ts';
import type {
  Comment,
  FileDiff,
  InlineComment,
  NewComment,
  NewInlineComment,
  Reviewers,
  ReviewersChange,
  Timeline,
} from './pull-requests.schema.ts';

/** Throw as findFor, unauthenticated for changes by nobody, and gone where git has the commits no more and they are needed. */
export interface PullRequestTalk {
  listComments(
    viewer: Viewer,
    id: number,
    page: Page & { order: 'asc' | 'desc' },
  ): Promise<{ comments: Static<typeof Comment>[]; size: number }>;
  /** Throws invalid for a parent that is an answer itself, or of another pull request. */
  comment(viewer: Viewer, id: number, wanted: Static<typeof NewComment>): Promise<Static<typeof Comment>>;
  /** The same on a line; throws notFound for a file that has not changed, invalid for a line that is not there. */
  commentLine(
    viewer: Viewer,
    id: number,
    wanted: Static<typeof NewInlineComment>,
  ): Promise<Static<typeof InlineComment>>;
  reply(
    viewer: Viewer,
    id: number,
    wanted: { content: string; format: 'text' | 'commonmark' },
  ): Promise<Static<typeof InlineComment>>;
  /** Throws forbidden for others' comments, and for those that are plain text. */
  rewrite(viewer: Viewer, id: number, content: string): Promise<Static<typeof Comment>>;
  rewriteInline(viewer: Viewer, id: number, content: string): Promise<Static<typeof InlineComment>>;
  showFile(viewer: Viewer, id: number, path: string): Promise<Static<typeof FileDiff>>;
  listTimeline(viewer: Viewer, id: number, page: Page): Promise<Static<typeof Timeline>>;
  listReviewers(viewer: Viewer, id: number): Promise<Static<typeof Reviewers>>;
  /** Throws forbidden for a closed one and for who may not edit it, invalid for people who are not there or may not read it. */
  setReviewers(viewer: Viewer, id: number, wanted: Static<typeof ReviewersChange>): Promise<void>;
}
