import { sql } from 'kysely';
import { ONLINE_SECONDS } from '#contract/tv.ts';
import { readForAll } from '#server/db/pool/caller.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import { shownAt } from '#domain/menu/menu-schedule.ts';
import type { WireMenuDisplay } from '#contract/menu-shelf.ts';
import { displayOf } from '#server/modules/menus/service.ts';
import { type JudgedReport, type Report, type Shelves, wrongItems } from './devices.ts';

interface Beat {
  readonly id: number;
  readonly report: JudgedReport;
  readonly is_wrong: boolean;
}

/** The display that is due on a TV by its schedule, as of one revision of its location's menus. */
interface Due {
  readonly revision: number;
  readonly readAtMs: number;
  readonly display: Promise<WireMenuDisplay>;
}

const FLUSH_MS = 1000;
const SILENCE_LOOK_MS = 5000;
/** A TV's schedule is read again after this time, though nothing seems to have changed. */
const DUE_MS = 60_000;

/**
 * Writes the reports of all screens once a second in one statement, so that 200 of them cost sales nothing. A report
 * that is lost with a process is sent again ten seconds later. Rule: menus/devices.
 */
export class Heartbeats {
  private readonly waiting = new Map<number, Beat>();
  private readonly deps: AppDeps;
  private readonly shelves: Shelves;
  private readonly timers: readonly NodeJS.Timeout[];
  /** Screens that have reported to this process before. */
  private readonly known = new Set<number>();
  private readonly due = new Map<number, Due>();
  private writing: Promise<void> = Promise.resolve();

  constructor(deps: AppDeps, shelves: Shelves) {
    this.deps = deps;
    this.shelves = shelves;
    this.timers = [
      setInterval(() => void this.flush(), FLUSH_MS),
      setInterval(() => void this.lookForSilence(), SILENCE_LOOK_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /**
   * Takes the report of a device, and judges what it shows by what it should show at this moment. A former version of the menu
   * or the shelf is wrong at once. Prices and schedules begin by a clock, so those are wrong in two reports one after the other.
   */
  async take(id: number, locationId: number, report: Report): Promise<void> {
    const shelf = await this.shelves(locationId);
    const is_off_schedule = await this.isOffSchedule(id, locationId, shelf.revision, report);
    const is_doubtful = is_off_schedule || wrongItems(report, shelf).length > 0;
    const judged = { ...report, is_off_schedule, is_doubtful };
    this.waiting.set(id, { id, report: judged, is_wrong: !shelf.isCurrent(report) });
    if (this.known.has(id)) return;
    // The first one ends the pairing, so it is written before it is answered.
    await this.flush();
    this.known.add(id);
  }

  private async isOffSchedule(
    id: number,
    locationId: number,
    revision: number,
    { layout_id, theme_id }: Report,
  ): Promise<boolean> {
    const known = this.due.get(id);
    const isFresh = known?.revision === revision && Date.now() - known.readAtMs < DUE_MS;
    const due = isFresh
      ? known
      : { revision, readAtMs: Date.now(), display: readForAll(() => this.readDue(id, locationId)) };
    this.due.set(id, due);
    try {
      const { usual, schedule, location } = await due.display;
      const should = shownAt(usual, schedule, location.time_zone, new Date());
      // An address may say what is shown in place of the layout; then none is reported.
      const isOther = layout_id !== null && layout_id !== should.layout_id;
      return isOther || theme_id !== should.theme_id;
    } catch (error) {
      this.due.delete(id);
      this.deps.log.debug({ err: error, screen: id }, 'the schedule of a screen could not be read');
      return false;
    }
  }

  private async readDue(id: number, locationId: number): Promise<WireMenuDisplay> {
    const { reads: db } = this.deps;
    const { rows } = await sql<{ tv_number: number }>`
      SELECT tv_number FROM tv_devices WHERE machine_id = ${id} AND forgotten_at IS NULL`.execute(db);
    const tvNumber = rows[0]?.tv_number ?? null;
    return displayOf(db, { locationId, tvNumber, device: null, asOf: new Date() });
  }

  private flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const beats = [...this.waiting.values()];
    this.waiting.clear();
    try {
      const { rows } = await sql<{ location_id: number }>`
        WITH told AS (
          SELECT b.id, b.report, d.last_seen, d.wrong_since,
                 b.is_wrong OR ((b.report ->> 'is_doubtful')::boolean AND coalesce((d.report ->> 'is_doubtful')::boolean, false)) AS is_wrong
            FROM jsonb_to_recordset(${JSON.stringify(beats)}::jsonb) AS b(id integer, report jsonb, is_wrong boolean)
            JOIN tv_devices d ON d.machine_id = b.id AND d.forgotten_at IS NULL ORDER BY d.machine_id FOR NO KEY UPDATE OF d
        ), written AS (
          UPDATE tv_devices d SET last_seen = now(), report = t.report, silence_told = false,
                 wrong_since = CASE WHEN t.is_wrong THEN coalesce(d.wrong_since, now()) END
            FROM told t WHERE d.machine_id = t.id
          RETURNING d.location_id,
                 t.last_seen IS NULL OR t.last_seen < now() - make_interval(secs => ${sql.lit(ONLINE_SECONDS)})
                 OR (t.wrong_since IS NULL) <> (d.wrong_since IS NULL) AS is_news)
        SELECT DISTINCT location_id FROM written WHERE is_news`.execute(this.deps.db);
      for (const { location_id } of rows) this.deps.live.publish({ type: 'tvs', location_id });
    } catch (error) {
      this.deps.log.warn({ err: error, screens: beats.length }, 'what screens told could not be kept');
    }
  }

  /** Sends the events of screens that went silent. The process that looks first sends them. */
  private async lookForSilence(): Promise<void> {
    try {
      const { rows } = await sql<{ location_id: number }>`
        WITH silent AS (
          UPDATE tv_devices SET silence_told = true
           WHERE NOT silence_told AND forgotten_at IS NULL AND last_seen < now() - make_interval(secs => ${sql.lit(ONLINE_SECONDS)})
          RETURNING location_id)
        SELECT DISTINCT location_id FROM silent`.execute(this.deps.db);
      for (const { location_id } of rows) this.deps.live.publish({ type: 'tvs', location_id });
    } catch (error) {
      this.deps.log.debug({ err: error }, 'silent screens could not be looked for');
    }
  }
}
