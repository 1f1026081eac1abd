-- Layouts and themes of TV menus. A deleted one stays for its history and for what was shown.
CREATE TABLE menu_configs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  location_id integer NOT NULL REFERENCES locations,
  name text NOT NULL,
  config_type text NOT NULL,
  is_active boolean NOT NULL DEFAULT false,
  display_order integer NOT NULL DEFAULT 0,
  config_data jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by integer REFERENCES users,
  deleted_at timestamptz,
  CONSTRAINT menu_configs_type_known CHECK (config_type IN ('layout', 'theme')),
  CONSTRAINT menu_configs_name_given CHECK (btrim(name) <> '' AND length(name) <= 100),
  CONSTRAINT menu_configs_deleted_inactive CHECK (deleted_at IS NULL OR NOT is_active),
  -- What refers to a layout says so, and at which location.
  CONSTRAINT menu_configs_place_and_type UNIQUE (id, location_id, config_type)
);
CREATE INDEX menu_configs_of_location ON menu_configs (location_id, display_order, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX menu_configs_one_active ON menu_configs (location_id, config_type) WHERE is_active;

-- Every version that was saved, the present one included.
CREATE TABLE menu_config_versions (
  config_id integer NOT NULL REFERENCES menu_configs,
  version integer NOT NULL,
  name text NOT NULL,
  config_data jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  saved_by integer REFERENCES users,
  PRIMARY KEY (config_id, version)
);

-- A location has a row once something of its menus was changed. `revision` counts every change that its screens show; whoever
-- changes something of its menus holds this row first.
CREATE TABLE menu_settings (
  location_id integer PRIMARY KEY REFERENCES locations,
  public_enabled boolean NOT NULL DEFAULT true,
  fallback_layout_id integer,
  fallback_theme_id integer,
  revision integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  layout text GENERATED ALWAYS AS ('layout') STORED,
  theme text GENERATED ALWAYS AS ('theme') STORED,
  CONSTRAINT menu_settings_fallback_layout FOREIGN KEY (fallback_layout_id, location_id, layout)
    REFERENCES menu_configs (id, location_id, config_type),
  CONSTRAINT menu_settings_fallback_theme FOREIGN KEY (fallback_theme_id, location_id, theme)
    REFERENCES menu_configs (id, location_id, config_type)
);

CREATE TABLE store_configs (
  location_id integer PRIMARY KEY REFERENCES locations,
  store_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT store_configs_name_bounded CHECK (length(store_name) <= 200)
);

CREATE TABLE store_tvs (
  location_id integer NOT NULL REFERENCES store_configs,
  tv_number integer NOT NULL,
  display_name text NOT NULL,
  orientation text NOT NULL DEFAULT 'horizontal',
  layout_id integer,
  theme_id integer,
  auto_launch boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  -- Counts the changes of its schedule.
  schedule_version integer NOT NULL DEFAULT 1,
  layout text GENERATED ALWAYS AS ('layout') STORED,
  theme text GENERATED ALWAYS AS ('theme') STORED,
  PRIMARY KEY (location_id, tv_number),
  CONSTRAINT store_tvs_number_bounded CHECK (tv_number BETWEEN 1 AND 999),
  CONSTRAINT store_tvs_name_given CHECK (btrim(display_name) <> '' AND length(display_name) <= 100),
  CONSTRAINT store_tvs_orientation_known CHECK (orientation IN ('horizontal', 'vertical')),
  CONSTRAINT store_tvs_layout FOREIGN KEY (layout_id, location_id, layout) REFERENCES menu_configs (id, location_id, config_type),
  CONSTRAINT store_tvs_theme FOREIGN KEY (theme_id, location_id, theme) REFERENCES menu_configs (id, location_id, config_type)
);

-- When a TV shows something else than usual: each week on a weekday, or on one day. A day that is named in menu_days follows its
-- own times only, and may have none.
CREATE TABLE menu_days (
  location_id integer NOT NULL,
  tv_number integer NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (location_id, tv_number, day),
  FOREIGN KEY (location_id, tv_number) REFERENCES store_tvs ON DELETE CASCADE
);
CREATE TABLE menu_slots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  location_id integer NOT NULL,
  tv_number integer NOT NULL,
  weekday smallint,
  day date,
  name text NOT NULL DEFAULT '',
  starts time NOT NULL,
  -- Not after `starts`: on the next day.
  ends time NOT NULL,
  layout_id integer,
  theme_id integer,
  layout text GENERATED ALWAYS AS ('layout') STORED,
  theme text GENERATED ALWAYS AS ('theme') STORED,
  FOREIGN KEY (location_id, tv_number) REFERENCES store_tvs ON DELETE CASCADE,
  FOREIGN KEY (location_id, tv_number, day) REFERENCES menu_days ON DELETE CASCADE,
  CONSTRAINT menu_slots_weekly_or_of_a_day CHECK (num_nonnulls(weekday, day) = 1),
  CONSTRAINT menu_slots_weekday_known CHECK (weekday BETWEEN 1 AND 7),
  CONSTRAINT menu_slots_name_bounded CHECK (length(name) <= 100),
  CONSTRAINT menu_slots_starts_within_the_day CHECK (starts < '24:00'),
  CONSTRAINT menu_slots_not_empty CHECK (starts <> ends),
  CONSTRAINT menu_slots_starts_once UNIQUE NULLS NOT DISTINCT (location_id, tv_number, weekday, day, starts),
  CONSTRAINT menu_slots_layout FOREIGN KEY (layout_id, location_id, layout) REFERENCES menu_configs (id, location_id, config_type),
  CONSTRAINT menu_slots_theme FOREIGN KEY (theme_id, location_id, theme) REFERENCES menu_configs (id, location_id, config_type)
);

-- What screens have shown, kept for 90 days. `id` is made by the screen, which may send an entry again.
CREATE TABLE menu_plays (
  id uuid PRIMARY KEY,
  location_id integer NOT NULL REFERENCES locations,
  -- The device that told it; null for a window that somebody opened.
  machine_id integer REFERENCES machines,
  tv_number integer,
  config_id integer NOT NULL REFERENCES menu_configs,
  theme_id integer REFERENCES menu_configs,
  started_at timestamptz NOT NULL,
  seconds real NOT NULL,
  CONSTRAINT menu_plays_seconds_bounded CHECK (seconds >= 0 AND seconds <= 3600)
);
CREATE INDEX menu_plays_of_location ON menu_plays (location_id, started_at);
CREATE INDEX menu_plays_by_age ON menu_plays (started_at);

CREATE TABLE menu_product_days (
  location_id integer NOT NULL REFERENCES locations,
  day date NOT NULL,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  seconds double precision NOT NULL,
  sold_out_seconds double precision NOT NULL,
  PRIMARY KEY (location_id, day, product_id)
);
CREATE INDEX menu_product_days_by_age ON menu_product_days (day);
