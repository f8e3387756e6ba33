// What one field allows in another: lists by their values, dates by their order; and what children do to their parents.
import type { ReactNode } from 'react';
import { DateRules } from './date-rules.tsx';
import { ListRules } from './list-matrices.tsx';
import { TriggersSection } from './triggers-section.tsx';

export const RulesPage = (): ReactNode => (
  <>
    <ListRules />
    <DateRules />
    <TriggersSection />
  </>
);
