"""What is asked of a run, or of many: errors, cycles, comparisons, experiments, and the SVM as a reference."""
