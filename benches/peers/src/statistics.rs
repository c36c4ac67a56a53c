//! Medians.

/// The middle value; NaN for none.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The value below which the share `share` of all values lies; NaN for none.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share * last as f64;
    let (below, above) = (place.floor(), place.ceil());
    // Places of a slice: whole and in range.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let (low, high) = (sorted[below as usize], sorted[above as usize]);
    low + (high - low) * (place - below)
}
