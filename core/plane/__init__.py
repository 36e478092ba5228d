"""What is drawn on a plane, without a window: projections, fields, counts in the cells of a grid."""
