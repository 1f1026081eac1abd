-- Orders by the size or flavour that was sold, as order_lines_of_product finds them by product.
CREATE INDEX order_lines_of_variation ON order_lines (variation_id, order_id) WHERE variation_id IS NOT NULL;
