-- Products that a location wants at hand on its tills, in this order. What else stands there is worked out from its sales.
CREATE TABLE favourites (
  location_id integer NOT NULL REFERENCES locations,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  place integer NOT NULL,
  CONSTRAINT favourites_once PRIMARY KEY (location_id, product_id),
  CONSTRAINT favourites_place_counted CHECK (place BETWEEN 1 AND 60)
);
-- A product that is deleted leaves every location.
CREATE INDEX favourites_of_product ON favourites (product_id);
