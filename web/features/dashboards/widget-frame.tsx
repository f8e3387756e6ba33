// A widget on a dashboard: its name, what can be done with it, what it shows.
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Ellipsis, GripVertical } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button as AriaButton, useDrag } from 'react-aria-components';
import { useLayoutEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { directionOf } from '../../ui/board/board-rules.ts';
import type { Direction } from '../../ui/board/board-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import type { Action } from '../../ui/overlays/overlays.tsx';
import { kanbanQuery } from '../kanban/index.ts';
import { reportQuery } from '../trackers/index.ts';
import type { Widget } from './dashboard-layout.ts';
import css from './dashboards.module.css';
import { AtOnce } from './widget-reveal.tsx';
import { WidgetContent } from './widget-content.tsx';
import { kindOf } from './widget-kinds.ts';

/** What a dragged widget carries. */
export const widgetType = 'application/x-tepal-widget';

export interface WidgetHandlers {
  move(widget: Widget, direction: Direction): void;
  edit(widget: Widget): void;
  remove(widget: Widget): void;
  /** Folds it, or opens it. */
  fold(widget: Widget): void;
}

/** The name of a kind where it has no title of its own; of what is not known here, the archive's. */
export const titleOf = ({ name, settings }: Pick<Widget, 'name' | 'settings'>): string => {
  const { title } = settings;
  if (title !== undefined && title !== '') return title;
  const kind = kindOf(name);
  return kind === undefined ? name : t(kind.label);
};

/** As titleOf; a report or a kanban gives its own name. */
function useTitle(widget: Widget): string {
  const { title = '', report_id: reportId, kanban_id: kanbanId } = widget.settings;
  const isNamed = title !== '' || !widget.is_known;
  const report = useQuery({ ...reportQuery(reportId ?? 0), enabled: !isNamed && reportId !== undefined });
  const kanban = useQuery({ ...kanbanQuery(kanbanId ?? 0), enabled: !isNamed && kanbanId !== undefined });
  return report.data?.label ?? kanban.data?.label ?? titleOf(widget);
}

interface Props {
  widget: Widget;
  projectId: number | undefined;
  mayChange: boolean;
  /** Ways that it can go. */
  ways: readonly Direction[];
  isFolded: boolean;
  /** Whether what it shows has all its data. */
  isReady: boolean;
  handlers: WidgetHandlers;
  onReady(id: number): void;
  /** Called whenever something of what it shows comes. */
  onNews(): void;
}

export function WidgetFrame(props: Props): ReactNode {
  const { widget, projectId, mayChange, ways, isFolded, isReady, handlers, onReady, onNews } = props;
  const title = useTitle(widget);
  useLayoutEffect(() => {
    if (isFolded) onReady(widget.id);
  }, [isFolded, onReady, widget.id]);
  const headId = `widget-${widget.id}`;
  const { dragProps, dragButtonProps, isDragging } = useDrag({
    hasDragButton: true,
    isDisabled: !mayChange,
    getItems: () => [{ [widgetType]: String(widget.id), 'text/plain': title }],
    getAllowedDropOperations: () => ['move'],
  });
  const press = (event: KeyboardEvent): void => {
    const direction = event.ctrlKey || event.metaKey ? directionOf(event.key) : undefined;
    if (!mayChange || direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    handlers.move(widget, direction);
  };
  return (
    <section
      className={css.widget}
      data-widget={widget.id}
      data-dragging={isDragging || undefined}
      aria-labelledby={headId}
    >
      {/* The head alone is dragged: what a widget shows may be dragged by itself, and its texts chosen. */}
      <div {...(mayChange ? dragProps : {})} className={css.head} onKeyDown={press}>
        {mayChange && (
          <AriaButton {...dragButtonProps} className={css.handle} aria-label={t('dashboards.drag', { title })}>
            <GripVertical aria-hidden="true" />
          </AriaButton>
        )}
        <h2 id={headId}>{title}</h2>
        <Button
          tone="quiet"
          isIcon
          aria-expanded={!isFolded}
          aria-label={t('dashboards.fold', { title })}
          onPress={() => handlers.fold(widget)}
        >
          {isFolded ? <ChevronRight /> : <ChevronDown />}
        </Button>
        {mayChange && <WidgetMenu widget={widget} title={title} ways={ways} handlers={handlers} />}
      </div>
      {!isFolded && (
        <div className={css.content}>
          <AtOnce isReady={isReady} onReady={() => onReady(widget.id)} onNews={onNews}>
            <WidgetContent widget={widget} projectId={projectId} />
          </AtOnce>
        </div>
      )}
    </section>
  );
}

const wayNames = {
  up: { label: 'dashboards.up', keys: 'Ctrl ↑' },
  down: { label: 'dashboards.down', keys: 'Ctrl ↓' },
  left: { label: 'dashboards.left', keys: 'Ctrl ←' },
  right: { label: 'dashboards.right', keys: 'Ctrl →' },
} as const;

interface MenuProps {
  widget: Widget;
  title: string;
  ways: readonly Direction[];
  handlers: WidgetHandlers;
}

function WidgetMenu({ widget, title, ways, handlers }: MenuProps): ReactNode {
  const isConfigured = (kindOf(widget.name)?.asks.length ?? 0) > 0 && widget.is_known;
  const actions: Action[] = [
    ...(isConfigured ? [{ id: 'edit', label: t('dashboards.edit'), run: () => handlers.edit(widget) }] : []),
    ...(['up', 'down', 'left', 'right'] as const).map((way) => ({
      id: way,
      label: t(wayNames[way].label),
      keys: wayNames[way].keys,
      isDisabled: !ways.includes(way),
      run: () => handlers.move(widget, way),
    })),
    { id: 'remove', label: t('dashboards.remove'), isSeparated: true, run: () => handlers.remove(widget) },
  ];
  return (
    <Menu
      label={t('dashboards.actions', { title })}
      trigger={
        <Button tone="quiet" isIcon aria-label={t('dashboards.actions', { title })}>
          <Ellipsis />
        </Button>
      }
      actions={actions}
    />
  );
}
