//! Which bodies move together: islands, searched from one of their bodies.

/// Which places have been reached, and which search reached them.
pub(crate) struct Islands {
    /// The number of the search, by place; 0 for none.
    reached: Vec<u32>,
    searches: u32,
}

impl Islands {
    pub(crate) fn new(places: usize) -> Self {
        Self { reached: vec![0; places], searches: 0 }
    }

    /// All places that can be reached from this one, if all may be had: `neighbours` appends those next to a place, and says
    /// whether it may be.
    ///
    /// Islands that may not be had are left as soon as that is known. What was reached before is not searched again: it was
    /// had, or may not be.
    pub(crate) fn search(
        &mut self,
        from: u32,
        mut neighbours: impl FnMut(u32, &mut Vec<u32>) -> bool,
    ) -> Option<Vec<u32>> {
        self.searches += 1;
        let (mut island, mut around) = (Vec::new(), vec![from]);
        let mut searched = 0;
        loop {
            for place in around.drain(..) {
                let reached = &mut self.reached[place as usize];
                if *reached == 0 {
                    *reached = self.searches;
                    island.push(place);
                } else if *reached != self.searches {
                    return None;
                }
            }
            let Some(&place) = island.get(searched) else { return Some(island) };
            searched += 1;
            if !neighbours(place, &mut around) {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places in a row; those in `restless` may not be had.
    fn row<'a>(links: &'a [[u32; 2]], restless: &'a [u32]) -> impl FnMut(u32, &mut Vec<u32>) -> bool + use<'a> {
        move |place, neighbours| {
            neighbours.extend(links.iter().filter(|link| link.contains(&place)).flatten());
            !restless.contains(&place)
        }
    }

    #[test]
    fn what_is_joined_is_one_island() {
        let links = [[1, 2], [3, 5], [5, 3], [2, 4]];
        let mut islands = Islands::new(7);
        let mut island = |from| islands.search(from, row(&links, &[])).unwrap();
        assert_eq!((island(0), island(4), island(3), island(6)), (vec![0], vec![4, 2, 1], vec![3, 5], vec![6]));
        // They have been had.
        assert_eq!([1, 5, 0].map(|from| islands.search(from, row(&links, &[]))), [None, None, None]);
    }

    #[test]
    fn one_spoils_an_island() {
        let links = [[0, 1], [1, 2], [2, 3], [4, 5]];
        let mut islands = Islands::new(6);
        let mut looked_at = Vec::new();
        let found = [0, 1, 2, 3, 4].map(|from| {
            let mut neighbours = row(&links, &[2]);
            islands.search(from, |place, around| {
                looked_at.push(place);
                neighbours(place, around)
            })
        });
        assert_eq!(found, [None, None, None, None, Some(vec![4, 5])]);
        // A search that reaches a place of an earlier one stops.
        assert_eq!(looked_at, [0, 1, 2, 3, 4, 5]);
    }
}
