// The lines of a dashboard, and widgets that move between their columns.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isTextDropItem, useDrop } from 'react-aria-components';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/forms/fields.tsx';
import { isEmptyLine, isLayout, layouts, stepFrom } from './dashboard-layout.ts';
import type { Layout, Line, Place, Widget } from './dashboard-layout.ts';
import css from './dashboards.module.css';
import { useWidgetReveal } from './widget-reveal.tsx';
import type { WidgetReveal } from './widget-reveal.tsx';
import { WidgetFrame, widgetType } from './widget-frame.tsx';
import type { WidgetHandlers } from './widget-frame.tsx';

export interface GridHandlers extends WidgetHandlers {
  moveTo(id: number, place: Place): void;
  addAt(place: Place): void;
  layOut(line: number, layout: Layout): void;
  moveLine(line: number, by: -1 | 1): void;
  addLine(): void;
  removeLine(line: number): void;
}

interface Props {
  lines: readonly Line[];
  projectId: number | undefined;
  mayChange: boolean;
  /** Lines and empty columns are shown, to be changed. */
  isArranging: boolean;
  isFolded(widget: Widget): boolean;
  handlers: GridHandlers;
}

const directions = ['up', 'down', 'left', 'right'] as const;

export function DashboardGrid(props: Props): ReactNode {
  const turns = useWidgetReveal(props.lines);
  return (
    <div className={css.grid} data-arranging={props.isArranging || undefined}>
      {props.lines.map((line, index) => (
        <div key={index} className={css.lineBox} data-waits={turns.waitOf({ line: index, column: 0, row: 0 })}>
          {props.isArranging && <LineTools line={line} index={index} count={props.lines.length} {...props} />}
          <div className={css.line} data-layout={line.layout}>
            {line.columns.map((_, column) => (
              <GridColumn key={column} {...props} turns={turns} place={{ line: index, column }} />
            ))}
          </div>
        </div>
      ))}
      {props.isArranging && (
        <div>
          <Button onPress={props.handlers.addLine}>
            <Plus aria-hidden="true" /> {t('dashboards.addLine')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ToolsProps {
  line: Line;
  index: number;
  count: number;
  handlers: GridHandlers;
}

const LineTools = ({ line, index, count, handlers }: ToolsProps): ReactNode => (
  <div className={css.lineTools} role="group" aria-label={t('dashboards.line', { line: index + 1 })}>
    <Select
      label={t('dashboards.layoutOf', { line: index + 1 })}
      isLabelHidden
      value={line.layout}
      choices={Object.keys(layouts).flatMap((id) =>
        isLayout(id) && id !== 'too-many-columns' ? [{ id, label: t(`dashboards.layout.${id}`) }] : [],
      )}
      onChange={(id) => isLayout(id) && handlers.layOut(index, id)}
    />
    <Button
      tone="quiet"
      isIcon
      aria-label={t('dashboards.lineUp', { line: index + 1 })}
      isDisabled={index === 0}
      onPress={() => handlers.moveLine(index, -1)}
    >
      <ArrowUp />
    </Button>
    <Button
      tone="quiet"
      isIcon
      aria-label={t('dashboards.lineDown', { line: index + 1 })}
      isDisabled={index === count - 1}
      onPress={() => handlers.moveLine(index, 1)}
    >
      <ArrowDown />
    </Button>
    {isEmptyLine(line) && (
      <Button
        tone="quiet"
        isIcon
        aria-label={t('dashboards.removeLine', { line: index + 1 })}
        onPress={() => handlers.removeLine(index)}
      >
        <Trash2 />
      </Button>
    )}
  </div>
);

function GridColumn({
  lines,
  projectId,
  mayChange,
  isArranging,
  isFolded,
  handlers,
  turns,
  place,
}: Props & { turns: WidgetReveal; place: Pick<Place, 'line' | 'column'> }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [gap, setGap] = useState<number>();
  const widgets = lines[place.line]?.columns[place.column]?.widgets ?? [];
  const { dropProps, isDropTarget } = useDrop({
    ref: box,
    isDisabled: !mayChange,
    getDropOperation: (types) => (types.has(widgetType) ? 'move' : 'cancel'),
    // A pointer says where; dragging by keys does not.
    onDropMove: ({ y }) => setGap(rowAt(box.current, y)),
    onDropExit: () => setGap(undefined),
    onDrop({ items }) {
      setGap(undefined);
      for (const item of items)
        if (isTextDropItem(item) && item.types.has(widgetType))
          void item
            .getText(widgetType)
            .then((id) => handlers.moveTo(Number(id), { ...place, row: gap ?? widgets.length }));
    },
  });
  const label = t('dashboards.column', { line: place.line + 1, column: place.column + 1 });
  return (
    <div
      {...dropProps}
      ref={box}
      className={css.column}
      role="group"
      aria-label={label}
      data-target={isDropTarget || undefined}
      data-empty={widgets.length === 0 || undefined}
      tabIndex={-1}
    >
      {widgets.map((widget, row) => (
        <div
          key={widget.id}
          className={css.place}
          data-gap={(isDropTarget && gap === row) || undefined}
          data-waits={turns.waitOf({ ...place, row })}
        >
          <WidgetFrame
            widget={widget}
            projectId={projectId}
            mayChange={mayChange}
            ways={directions.filter((way) => stepFrom(lines, widget.id, way) !== undefined)}
            isFolded={isFolded(widget)}
            isReady={turns.isReady(widget.id)}
            handlers={handlers}
            onReady={turns.onReady}
            onNews={turns.onNews}
          />
        </div>
      ))}
      {isDropTarget && gap === widgets.length && widgets.length > 0 && <div className={css.gap} />}
      {isArranging && <AddHere place={{ ...place, row: widgets.length }} handlers={handlers} />}
    </div>
  );
}

const AddHere = ({ place, handlers }: { place: Place; handlers: GridHandlers }): ReactNode => (
  <div>
    <Button
      tone="quiet"
      aria-label={t('dashboards.addTo', { line: place.line + 1, column: place.column + 1 })}
      onPress={() => handlers.addAt(place)}
    >
      <Plus aria-hidden="true" /> {t('dashboards.add')}
    </Button>
  </div>
);

/** Before which of the widgets something comes that is dropped at this height of the column, in pixels. */
function rowAt(box: HTMLElement | null, y: number): number | undefined {
  if (box === null) return undefined;
  const { top } = box.getBoundingClientRect();
  const frames = [...box.querySelectorAll<HTMLElement>('[data-widget]')];
  const row = frames.findIndex((frame) => {
    const rect = frame.getBoundingClientRect();
    return y < rect.top - top + rect.height / 2;
  });
  return row < 0 ? frames.length : row;
}
